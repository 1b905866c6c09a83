"""`python -m tests.vectors SYSTEM FILE.json`: run a file of vectors through a system's adapter."""

import sys

from tests.vectors.runner import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
