"""The command line: one file a command, what they share in `values.py` and `exit_codes.py`.

The only room that knows typer, options and exit codes. It may import all others; none imports it.
"""
