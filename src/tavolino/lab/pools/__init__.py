"""Where units run: in this process, in other processes, or on a Ray cluster."""
