"""The lesson: moments of searches side by side, what is said of them, and which they are."""

from explain.lesson.six import NEEDED, lesson

__all__ = ["NEEDED", "lesson"]
