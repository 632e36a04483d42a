"""The study of games that were played: where something was lost, and what would have kept it."""
