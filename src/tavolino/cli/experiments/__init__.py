"""Commands that play or search many games: series between bots, the lab."""
