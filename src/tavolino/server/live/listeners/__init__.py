"""What follows the commits of a table: messages to clients, the clock, bots."""
