"""A static site of certificates: plain files for a folder or any web space."""
