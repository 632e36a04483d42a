"""The commands that read a record."""
