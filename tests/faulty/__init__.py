"""Approaches that are wrong on purpose; test_faulty.py says which verdict each must get."""
