"""The processes of this machine: their trees, their memory, and what Linux alone does."""
