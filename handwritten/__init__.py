"""The search written out, a file for each idea."""
