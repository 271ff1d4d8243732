"""What people hold: lists of words and tables of numbers, read as they were found.

Nothing else guesses: variant files are strict. `sources` reads texts, and readers make tables of them:
`table` of plain texts, `value_tables` of all others. `lists` says which tables and columns are lists, and
`imports` makes clean words of them, and variants; `weights` reads the numbers beside words.
"""
