"""What models need: solvers, statements, linear rows, files for other solvers, families, partitions."""
