"""Units of work spread over the workers of a Dask cluster (the extra 'cluster').

`ranking` and `census` are coordinators (`coordinator`): they hand out units and judge what comes back. What
runs on the workers is in `worker` and `census_worker`, what goes over the wire in `wire`. Only `connection`,
which talks to the scheduler, needs distributed, and `worker` where it runs.

What is trusted: the cluster's network, as whoever reaches a scheduler can run code on it, and on the
coordinator too. What isn't: results.
"""
