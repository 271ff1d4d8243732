"""Strategies looked at: tables, drawings and cheat sheets of what the checker has accepted."""
