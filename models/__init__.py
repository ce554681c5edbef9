"""The problem stated to a constraint solver, a file for each statement."""
