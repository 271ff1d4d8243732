"""`python -S -I wordle_cp/check/plain FILE`: nothing but the standard library and this folder is used."""

import sys

if not __package__:  # the folder itself was run, so Python looks for modules within it
    from pathlib import Path

    sys.path[0] = str(Path(__file__).resolve().parent.parent)
    from plain.command import main  # type: ignore[import-not-found,unused-ignore]
else:
    from .command import main

sys.exit(main(sys.argv[1:]))
