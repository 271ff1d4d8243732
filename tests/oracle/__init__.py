"""What the searches are judged by: slow, complete, and written to be read."""
