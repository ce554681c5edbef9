"""Numbers and the things they count, in words."""

from __future__ import annotations


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
