"""The search for a least total, small enough to watch: each step written down, and a page that shows it."""
