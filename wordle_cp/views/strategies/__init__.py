"""Strategies looked at: tables, differences, drawings and cheat sheets of what the checker has accepted."""
