"""The kinds of claims: records, and their lines in and out."""
