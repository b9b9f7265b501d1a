"""What several tests need; the toy game of `examples/toy` can be imported with it, as if it were installed."""

import sys
from pathlib import Path

TOY = str(Path(__file__).resolve().parents[2] / "examples" / "toy" / "src")
if TOY not in sys.path:
    sys.path.append(TOY)
