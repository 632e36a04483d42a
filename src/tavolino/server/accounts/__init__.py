"""Guests and accounts: sessions, passwords, cookies, and the merge of a guest into an account."""
