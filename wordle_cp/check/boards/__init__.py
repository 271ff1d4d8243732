"""The checker of several boards."""
