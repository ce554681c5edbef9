"""Makers of boards, which import no approach: a small exact search, and region puzzles."""
