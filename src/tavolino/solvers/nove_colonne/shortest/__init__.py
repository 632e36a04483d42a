"""The shortest win of nove_colonne: A* over positions in two words."""
