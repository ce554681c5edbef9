"""The classroom: the project's own searches in the browser, on boards that the learner makes."""
