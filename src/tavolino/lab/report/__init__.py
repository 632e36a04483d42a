"""Reports on the results of a study: tables, plots, and queries in SQL."""
