"""Solutions for a user: solved, counted, pulled, written to files, here or on many processes."""
