"""What several commands have: options and their values, boards that are typed, ends, exit codes."""
