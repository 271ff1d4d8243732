"""Reports as text, JSON and CSV."""
