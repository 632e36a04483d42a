"""The bot processes and the compiled referee."""
