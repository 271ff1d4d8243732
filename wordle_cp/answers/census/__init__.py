"""The census: which openers guarantee g? Each is decided, with a certificate, in as many runs as it takes.

`run` does it, `ledger` remembers what is decided, `folder` is where it all lives, `writers` are the processes
that write and check the certificates of strategies, `report` is what comes out.
"""
