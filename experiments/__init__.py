"""Searches over parameters, with what they found: neither product nor tests."""
