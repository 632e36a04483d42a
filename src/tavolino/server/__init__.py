"""The live table: views and legal moves out, moves in."""
