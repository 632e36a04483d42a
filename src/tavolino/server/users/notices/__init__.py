"""Notices for users who are away: Web Push and e-mail, for those who asked for them."""
