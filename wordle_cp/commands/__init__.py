"""What can be asked: a function each, which the command line, Python and the page call.

Its signature has the options, each of which is declared once. What answers is loaded when it is called, so
that a help text doesn't wait for it.
"""
