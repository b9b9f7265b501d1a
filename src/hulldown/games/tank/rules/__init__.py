"""The rules of Tank!: state, sequence, and one module for each job."""
