"""What the server knows about a user: exported as one file, or deleted."""
