"""A table in play: commands, the log's projection, clocks, bots' seats, broadcast."""
