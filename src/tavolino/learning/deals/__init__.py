"""Deals by kind: which of them can be won, and how difficult they are."""
