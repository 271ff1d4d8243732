"""The command line: it parses and prints, nothing else. `main` is the program `wordle-cp`."""


def main() -> int:
    """Run the program; loading its parts takes a moment, so Ctrl-C is answered from here on.

    A fault of the program has an exit code that is no verdict: Python's own says that something is rejected.
    """
    from wordle_cp.cli.interrupts import heed_at_once  # noqa: PLC0415

    try:
        heed_at_once()
        from wordle_cp.cli.app import main as run  # noqa: PLC0415

        return run()
    except KeyboardInterrupt:
        return 130
    except Exception:  # noqa: BLE001  whatever it is
        import traceback  # noqa: PLC0415  not needed otherwise

        traceback.print_exc()
        return 70
