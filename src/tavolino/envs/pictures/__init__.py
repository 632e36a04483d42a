"""Views as pictures for ``render_mode="rgb_array"``, one file per game."""
