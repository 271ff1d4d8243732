"""Files: read within a bound, and put in place whole or never."""
