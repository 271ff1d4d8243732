"""The checker of least totals."""
