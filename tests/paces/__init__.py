"""Recorded runs: how many openers were done when; tests/unit/views/test_paces.py replays them.

`python -m tools.paces NAME COMMAND...` records a run of `wordle-cp COMMAND...` as NAME.csv, in seconds of
processor time of one thread, so that other work doesn't count. A file has the command, then the rule of
`Pace` that it asks with the number of openers, then a line for each 1/400 of the time, and the last one.
"""
