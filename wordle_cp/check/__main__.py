"""`python -m wordle_cp.check FILE`: the checker without search and command line.

It imports the checker, the format and the rules, which are trusted, and two things that aren't: what finds a
shipped list by its digest, which the checker computes anew, or a shipped certificate by its name; and what
names the lists in the sentence. It prints the claim and exits with 0 if the file proves it, with 1 if it is
rejected, with 2 if malformed.
"""

from __future__ import annotations

import sys

from wordle_cp.certify.describe import describe_claim
from wordle_cp.check import check_file
from wordle_cp.data import certificate_path, word_list_by_hash
from wordle_cp.errors import CertificateRejected, WordleCpError


def main(arguments: list[str]) -> int:
    """Check the file that the one argument names, and return the exit code."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        sys.stderr.write("usage: python -m wordle_cp.check FILE\n")
        return 2
    try:
        accepted = check_file(certificate_path(arguments[0]), word_list_by_hash)
    except CertificateRejected as error:
        sys.stderr.write(f"rejected: {error}\n")
        return 1
    except WordleCpError as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    sys.stdout.write(f"accepted: {describe_claim(accepted.head)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
