"""Pictures, tables, sentences and files made of reports and certificates."""
