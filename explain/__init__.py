"""Records searches and draws them: a page, a story in the terminal, a table, a notebook cell."""

from explain.show import Explanation, explain

__all__ = ["Explanation", "explain"]
