"""The commands of an operator: start the server, back its database up, restore it."""
