"""Tables in play: commands, projection of the log, clocks, bot seats, broadcast."""
