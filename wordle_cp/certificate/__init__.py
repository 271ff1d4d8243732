"""Certificates. Nothing is imported here, so that the checker gets the file format without anything else."""
