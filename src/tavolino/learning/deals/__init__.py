"""Deals as players like them: those that can be won, and how difficult they are."""
