"""`python -m longroll`, the same as `longroll`."""

import sys

from longroll.cli import main

if __name__ == "__main__":
    sys.exit(main())
