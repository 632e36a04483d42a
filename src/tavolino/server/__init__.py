"""The live server: tables, contests, history; nothing imports it but the command ``serve``."""
