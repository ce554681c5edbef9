"""The fixtures that tests of several parts share."""

from tests.browser import browser, page, watch
from tests.classroom_page import site_address, site_folder, site_page
from tests.explain_page import six_page

__all__ = ["browser", "page", "site_address", "site_folder", "site_page", "six_page", "watch"]
