"""What all tests share: how hypothesis draws, and the fixtures of several parts."""

from hypothesis import settings

from tests.browser import browser, page, watch
from tests.classroom_page import site_address, site_folder, site_page
from tests.explain_page import six_page

__all__ = ["browser", "page", "site_address", "site_folder", "site_page", "six_page", "watch"]

# The same examples each time: a failure comes again, and on every machine. No example has a
# time limit, since a busy machine would break it. `--hypothesis-profile anew` draws new ones.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("anew", deadline=None, print_blob=True)
settings.load_profile("same")
