"""One run in one process: the guard process, its workers, limits, and what came of the call."""
