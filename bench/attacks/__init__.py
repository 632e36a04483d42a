"""The attacks of ``under_attack.py``, by what they attack."""
