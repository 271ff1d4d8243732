"""The declarative heart: one CP-SAT or LP formulation a file, each with its mathematics in the docstring.

Where they stand: word lists -> `family` (the endgames and what every guess does to them) -> `family_bounds`
(what a count settles) -> `family_cover` and `family_chain` (what needs a solver) -> `family_table` (the
lemmas the search uses). `solver` is the one place that talks about workers, seeds, limits and logging.
"""
