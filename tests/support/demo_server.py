"""The program `hulldown` with the demonstration module and its scenario: what the tests of the browser start."""

from __future__ import annotations

import sys

from hulldown.cli.main import main
from support import demo_module

demo_module.install()

if __name__ == "__main__":
    sys.exit(main())
