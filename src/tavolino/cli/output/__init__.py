"""What the commands print and write: the terminal, sentences, JSON, files."""
