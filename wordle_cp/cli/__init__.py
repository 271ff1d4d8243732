"""The command line: it parses and prints, nothing else. `main` is the program `wordle-cp`."""


def main() -> int:
    """Run the program; loading its parts takes a moment, so Ctrl-C is answered from here on."""
    try:
        from wordle_cp.cli.app import main as run  # noqa: PLC0415

        return run()
    except KeyboardInterrupt:
        return 130
