"""What people hold: lists of words and tables of numbers, read as they were found.

Nothing else guesses: variant files are strict. Bytes become text (`encodings`, `sources`), text becomes
tables (`tables`, with `json_tables` and `code_tables`), and tables become clean lists of words (`word_lists`)
or the weights of words (`weights`).
"""
