"""The rules of KampfPanzer: state, sequence, and one module for each job."""
