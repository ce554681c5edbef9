"""The front door: `python compare.py` is the command line, `commands/app.py` its contents."""

import sys

try:
    from commands.app import main
except KeyboardInterrupt:  # before there is anything that handles it
    sys.stderr.write("interrupted\n")
    sys.exit(130)

if __name__ == "__main__":
    sys.exit(main())
