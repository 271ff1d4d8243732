"""Reports as text and JSON; the CSV of a ranking or a census is written where its rows are made."""
