"""The fixtures that tests of several parts share."""

from tests.browser import browser, page, watch

__all__ = ["browser", "page", "watch"]
