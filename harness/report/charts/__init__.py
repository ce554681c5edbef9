"""The charts of a record: their parts, and each kind by its name."""
