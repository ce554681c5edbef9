"""The front door: `python compare.py` is the command line, `commands/app.py` its contents."""

import sys

from commands.app import main

if __name__ == "__main__":
    sys.exit(main())
