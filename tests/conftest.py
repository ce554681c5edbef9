"""The fixtures that tests of several parts share."""

from tests.browser import browser, page, watch
from tests.explain_page import six_page

__all__ = ["browser", "page", "six_page", "watch"]
