"""The shortest game against Absurdle."""
