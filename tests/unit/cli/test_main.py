"""The entry: help, version, unknown commands and flags, and every kind of failure as one clear line."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hulldown import __version__
from hulldown.cli import main as entry
from hulldown.core.errors import HulldownError
from unit_cli import Run  # noqa: I001
