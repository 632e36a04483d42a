"""Guests and accounts: sessions, passwords, cookies, and the merge of a guest into an account."""

from tavolino.extras import require

require("server")
