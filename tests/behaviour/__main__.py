"""Record what the commands of all sessions do now, or of those named."""

import sys

from tests.behaviour.session import recorded, sessions

for session in sessions():
    if session.stem in sys.argv[1:] or not sys.argv[1:]:
        session.write_text(recorded(session), encoding="utf-8")
        sys.stdout.write(f"{session.name}\n")
