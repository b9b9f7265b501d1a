"""Mounting, carrying, dismounting; trucks, riders, mounted fire (27.0)."""
