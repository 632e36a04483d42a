"""Output of the commands: terminal, sentences, JSON, files."""
