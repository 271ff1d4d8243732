"""Every parser, given anything: see `parsers`; `python -m tools.fuzz` fuzzes them, the tests replay seeds."""
