"""The census: which openers guarantee g? Each is decided, with a certificate, in as many runs as it takes."""
