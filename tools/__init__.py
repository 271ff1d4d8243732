"""What lint, continuous integration and `make nightly` run, and what measures."""
