"""The REST side, one file a subject; each has its ``handlers``."""
