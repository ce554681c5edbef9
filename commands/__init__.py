"""The command line: one file a command, and what they share in `shared/`.

The only room that knows typer, options and exit codes. It may import all others; none imports it.
"""
