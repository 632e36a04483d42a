"""Fair queues in front of slow work: nobody waits for all the work of somebody else."""
