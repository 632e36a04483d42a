"""What the results of a study say: tables, plots, and questions of the reader."""
