"""Opening tables, joining, leaving, starting, rematches."""
