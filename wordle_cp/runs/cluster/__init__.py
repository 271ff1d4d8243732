"""Units of work spread over the workers of a Dask cluster (the extra 'cluster').

`ranking` and `census` say what is asked of workers, and judge what comes back; what both do is in
`coordinator`, and what runs on the workers in `worker`.

What is trusted: the cluster's network, as whoever reaches a scheduler can run code on it, and on the
coordinator too. What isn't: results.
"""
