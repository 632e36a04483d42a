"""The attacks of ``calm.py``, by what they attack."""
