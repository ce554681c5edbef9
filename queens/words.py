"""Numbers and the things they count, in words."""

from __future__ import annotations

import math

VALUES_AT_MOST = 1000


def many(amount: int, thing: str) -> str:
    """Return the amount with its thing, singular or plural.

    >>> many(1, "node"), many(0, "cell"), many(14_200, "solution")
    ('1 node', '0 cells', '14,200 solutions')
    """
    return f"{amount:,} {thing}{'' if amount == 1 else 's'}"


def mark(text: str) -> str:
    """Return a short mark that tells long texts apart: # and six digits of the SHA-256."""
    import hashlib  # every command starts with boards, and few boards need a mark

    return f"#{hashlib.sha256(text.encode()).hexdigest()[:6]}"


def shown_value(value: object) -> object:
    """Return a value in JSON's types: sequences as lists; sets, dicts and the rest in words.

    Sets are in ascending order, so that equal ones read alike.
    """
    if isinstance(value, (list, tuple)):
        return [shown_value(item) for item in value[:VALUES_AT_MOST]]
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(repr, value))) + "}"
    return repr(value)[:100]
