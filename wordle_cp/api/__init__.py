"""What programs call: a variant or its name, and text, in; a result that shows itself out.

Where this stands: above the views, which show what is returned here, and beside the page; the command line
and the page don't need it, as they have what they ask already. `wordle_cp` itself names these functions.
"""
