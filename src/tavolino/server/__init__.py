"""The server: live tables, contests, history. Only the command ``serve`` imports it."""
