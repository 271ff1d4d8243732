"""Parts of proofs, each with the grammar of its lines; several kinds of claims share them."""
