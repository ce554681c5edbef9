"""The tables of a report's page, read back from what its script reads."""

from __future__ import annotations

import base64
import json
import math
import re
from array import array
from typing import Any

from harness.record.lines import Fields


def tables(html: str) -> dict[str, dict[str, list[Any]]]:
    """Return the columns of each table of the page."""
    (text,) = re.findall(r'<script type="application/json" id="listings">(.*?)</script>', html)
    listings: dict[str, Fields] = json.loads(text)
    return {
        name: {one["name"]: values(one, listing["count"]) for one in listing["columns"]}
        for name, listing in listings.items()
    }


def values(packed: Fields, count: int) -> list[Any]:
    """Return the values of a packed column."""
    if "steps" in packed:
        ends = [*(place for place, _ in packed["steps"][1:]), count]
        spans = zip(packed["steps"], ends, strict=True)
        return [first + at for (place, first), end in spans for at in range(end - place)]
    if "floats" in packed:
        numbers = array({32: "f", 64: "d"}[packed["bits"]], base64.b64decode(packed["floats"]))
        return [None if math.isnan(number) else number for number in numbers]
    if "others" in packed:
        others = dict(map(tuple, packed["others"]))
        return [packed["words"][others.get(place, 0)] for place in range(count)]
    kind = {8: "B", 16: "H", 32: "I"}[packed["bits"]]
    return [packed["words"][code] for code in array(kind, base64.b64decode(packed["codes"]))]
