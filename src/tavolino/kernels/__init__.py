"""The games once more, in compiled code over flat arrays, for searches; tests prove them equal."""
