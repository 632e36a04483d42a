"""Friends by link: there is no directory of users."""
