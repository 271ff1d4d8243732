"""Games that people set up: variants, their files, games on their way, what a strategy costs."""
