"""What the server tells about the games themselves: their list, practice deals, rules pages."""
