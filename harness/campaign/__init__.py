"""Which runs are made, in which order, on which boards; and the autograder."""
