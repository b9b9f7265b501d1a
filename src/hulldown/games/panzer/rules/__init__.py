"""The rules of Panzer: state, sequence, and one module for each job."""
