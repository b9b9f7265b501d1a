"""One palette: what the pages of the client and of the lab say of the sides' colours is what the palette says."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from hulldown.core.face import Colour, HexStyle, LineStyle, SideStyle
from hulldown.draw.palette import palette
from hulldown.draw.styles import COLOURS, LINES, SIDES

ROOT = Path(__file__).resolve().parents[3]
Theme = Literal["light", "dark"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_have_the_colours_of_the_sides(theme: Theme) -> None:
    light, dark = (ROOT / "web" / "src" / "theme.css").read_text(encoding="utf-8").split('[data-theme="dark"]')
    for name, colours in palette(theme).sides.items():
        css = light if theme == "light" else dark
        assert f"--side-{name}: {colours.line};" in css
        assert f"--side-{name}-2: {colours.wash};" in css


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_reports_have_the_colours_of_the_first_two_sides(theme: Theme) -> None:
    light, dark = (ROOT / "src" / "hulldown" / "lab" / "style.css").read_text(encoding="utf-8").split("dark)")[:2]
    css = light if theme == "light" else dark
    for name, colour in (("a", "blue"), ("b", "orange")):
        colours = palette(theme).sides[colour]
        assert f"--{name}: {colours.line};" in css
        assert f"--wash-{name}: {colours.wash};" in css


def test_every_style_can_be_drawn() -> None:
    assert set(SIDES) == set(SideStyle.__args__)  # type: ignore[attr-defined]
    assert set(LINES) == set(LineStyle.__args__)  # type: ignore[attr-defined]
    assert set(COLOURS.floors) <= set(HexStyle.__args__)  # type: ignore[attr-defined]
    assert set(COLOURS.sides) == set(Colour.__args__)  # type: ignore[attr-defined]
