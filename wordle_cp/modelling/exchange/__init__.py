"""Models as other solvers read them: one format a file, each with the names of variables and constraints.

`formats` knows all of them; `rows` says which linear constraints stand for a model.
"""
