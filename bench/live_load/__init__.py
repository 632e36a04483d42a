"""Servers and players of ``live.py``, each in a process of their own."""
