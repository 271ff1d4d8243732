"""The declarative heart: one CP-SAT or LP formulation a file, each with its mathematics in the docstring.

Families of hidden words: word lists -> `modelling.family` (the endgames and what every guess does to them) ->
`modelling.family_bounds` (what a count settles) -> `families` (what needs a solver).
Any set of hidden words: `weights` (integers that prove g guesses too few);
`modelling.partitions` (what is left of a guess list for a set) -> `adaptive_tree` (a whole strategy),
`smallest_witness` (the fewest words that already can't be solved) and `separating_set` (fixed guesses that
tell all words apart).
A position: `states` (which strategy is best). Of any number of words: `family_cuts` and `whole_list` (which
guesses the families leave). What decides these questions for `--by cp-sat` is a search: `search.and_or` for a
depth, `search.least_cost` for a total.
Thousands of words: `groups` (which of them fixed guesses must split) -> `fixed_search` (guesses that do) and
`fixed_guesses` (weights of groups, and a tree, that prove so many guesses too few).
`modelling.formulation` is what all of them are to whoever asks them, and `answers.models.formulations` lists
them. `modelling` has what they need: solvers, statements, rows of constraints, files for other solvers.
"""
