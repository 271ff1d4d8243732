"""Proofs told step by step: refutations, of which any guess may be asked."""
