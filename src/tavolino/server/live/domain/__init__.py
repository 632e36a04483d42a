"""A table in play as values and pure functions: no database, no web framework, no compiled code."""
