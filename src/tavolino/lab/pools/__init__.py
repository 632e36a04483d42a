"""Who does the units: this process, other processes, or a Ray cluster."""
