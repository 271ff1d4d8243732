"""The command line: parse, call, print; no logic. One module a command, each with a function `register`."""
