"""The record of a campaign: its events, its file, its machine. Imports queens only."""
