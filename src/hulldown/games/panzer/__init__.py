"""Panzer (GMT, 2nd edition): hidden commands, initiative, sequential fire and movement with overwatch interrupts."""
