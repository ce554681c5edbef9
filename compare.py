"""The command line of queens-compare."""
