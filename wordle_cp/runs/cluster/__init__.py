"""Units of work spread over the workers of a Dask cluster (the extra `runs.cluster`).

`rank` and `solve` use it in place of a session on this machine's threads. `ranking` is the coordinator: it
hands out units, judges what comes back, and knows the newest bound; `connection` talks to the scheduler;
`worker` runs on the workers; `wire` is what goes over the wire. Of these only `connection` needs distributed,
and `worker` where it runs.

What is trusted: the cluster's network, as whoever reaches a scheduler can run code on it, and on the
coordinator too. What isn't: results.
"""
