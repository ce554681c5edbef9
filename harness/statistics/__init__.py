"""Statistics that know nothing of records: tests, intervals, laws of growth."""
