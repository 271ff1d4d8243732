"""Every parser, given anything: see `parsers`; `python -m tests.fuzz` fuzzes them, the tests replay seeds."""
