"""`python -B -S -I wordle_cp/check/plain FILE`: only the standard library and this folder are used."""

import sys

sys.dont_write_bytecode = True  # what runs is what can be read, the next time, too

if not __package__:  # the folder itself was run, whatever it is called, so Python looks for modules within it
    if __file__.startswith(sys.path[0]):
        del sys.path[0]

    from importlib.util import module_from_spec, spec_from_file_location
    from pathlib import Path

    folder = Path(__file__).parent
    spec = spec_from_file_location("plain", folder / "__init__.py", submodule_search_locations=[str(folder)])
    sys.modules["plain"] = module_from_spec(spec)  # type: ignore[arg-type]  # there is a loader of .py files
    from plain.command import main  # type: ignore[import-not-found,unused-ignore]
else:
    from .command import main

sys.exit(main(sys.argv[1:]))
