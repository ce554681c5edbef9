"""Slips that people make in searches for queens: each can be run, and so be recognised.

Standard library and `queens` only: the browser runs it too.
"""
