"""The shortest win of solitario40: A* over positions in two words."""
