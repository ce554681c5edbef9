"""Runs approaches, audits their answers, tabulates and reports."""
