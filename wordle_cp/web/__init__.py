"""The page of `wordle-cp serve`: it shows what the Python functions return, and has no logic of its own.

Light to import: what needs NiceGUI is in modules that worker processes never load.
"""
