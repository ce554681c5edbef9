"""What approaches are worth on a set of boards: the table, its words, and the profiles drawn."""
