"""What programs call: a variant or its name, and text, in; a result that shows itself out.

The command line and the page don't need this package, as they have what they ask already. `wordle_cp` itself
names these functions.
"""
