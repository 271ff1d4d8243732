"""What the documents show is what happens: commands, outputs and Python code are taken out and run.

docs/writing.md tells who edits a document what can be written, and what the comments beside a block mean.
"""
