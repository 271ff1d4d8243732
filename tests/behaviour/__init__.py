"""What fixed commands print and write, to the byte: a net under changes that are to change nothing.

Each file `*.txt` is a session in a folder of its own. `python -m tests.behaviour` runs them all and records
what comes out; a diff in git then shows what a change did. The test compares.

    # a comment
    ## a heading                what follows begins in an empty folder
    @ name.csv                  a file, with the lines that begin with a tab
    $ wordle-cp prove ...       a command; "< text" below it is typed
    | possible: ...             a line of standard output
    ! error: ...                a line of standard error
    = 2                         the exit code, if it isn't 0
    + crane.cert 1234 5f3a...   a new or changed file, unpacked: bytes, first half of their SHA-256
"""
