"""REST, one file a subject; ``app`` puts them together."""
