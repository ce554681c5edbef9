"""axe-core, which looks for what keeps people from using a page, run in the tests' browser."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def violations(page: Page) -> list[str]:
    """Return what axe-core finds wrong with the page as it is shown now, a line an element.

    Every rule that axe-core has on by default is asked: WCAG A and AA, and its best practices.
    """
    found = Axe().run(page).response["violations"]
    return [
        f"{rule['id']} ({rule['impact']}): {' '.join(node['target'])}: {node['html'][:120]}"
        for rule in found
        for node in rule["nodes"]
    ]
