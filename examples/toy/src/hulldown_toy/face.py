"""The face of the toy game: all that a client can know of it."""

from __future__ import annotations

from hulldown.core.face import Face, read_parts

FACE_TOML = """
setting = "sandy country"
notes = ["Children play here until dusk."]
strengths = ["power"]
sides = [
  { side = "alpha", name = "Ants", colour = "green" },
  { side = "bravo", name = "Beetles", colour = "red", frame = "cut", pattern = "stripes" },
  { side = "umpire", name = "Umpire", colour = "grey" },
]
choices = [{ key = "bold", name = "Charge ahead" }, { key = "careful", name = "Look twice" }]
marks = [{ mark = "favoured", name = "favoured by fortune", sign = "♣", tone = "good" }]
fields = [
  { key = "power", label = "Power", what = "how hard it hits" },
  { key = "legs", label = "Legs", what = "how far it runs" },
]
types = [{ type = "toy", short = "Toy", shape = "infantry" }]
hexes = [
  { terrain = "clear", name = "sand", style = "plain", effect = "1 step" },
  { terrain = "woods", name = "grass", style = "bushes", effect = "2 steps" },
]
events = [
  { kind = "plotted", verb = "note" },
  { kind = "favoured", verb = "note" },
  { kind = "moved", verb = "move" },
  { kind = "shown", verb = "appear" },
  { kind = "shot", verb = "shot" },
  { kind = "destroyed", verb = "kill", marker = "shell" },
]
markers = [{ kind = "shell", name = "empty shell", style = "wreck" }]

[[tasks]]
kind = "move"
name = "Crawl"
family = "move"
key = "w"
chip = "CRL"
tone = "plan"
draws = ["path"]
what = "Goes as far as its legs carry it"

[[tasks]]
kind = "charge"
name = "Scurry"
family = "move"
key = "y"
chip = "SCU"
tone = "overrun"
draws = ["path"]
what = "Runs, the last two steps straight on"

[[tasks]]
kind = "fire"
name = "Spit"
family = "fire"
key = "s"
chip = "SPT"
tone = "fire"
draws = ["cells"]
what = "Spits at a hex in reach"
repeats = true

[[tasks]]
kind = "turn"
name = "Wriggle"
family = "face"
key = "c"
chip = "WRG"
tone = "plan"
draws = ["facing"]
what = "Turns on the spot"
"""
FACE: Face = read_parts(FACE_TOML, "toy face")[""]
