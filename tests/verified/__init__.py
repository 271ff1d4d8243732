"""The checker that Coq proves: its theorems, and the program that is extracted from them."""
