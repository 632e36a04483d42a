"""Many boards at once, in compiled code: Gymnasium's vector environments, one file per game."""
