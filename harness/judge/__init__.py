"""Is it right, and how quick is it? Pure functions over answers and over a record's events."""
