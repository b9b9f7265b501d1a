"""A crowded map of Panzer: every terrain, hexside and way next to others, on a hill of three levels and around it."""

from __future__ import annotations

from hulldown.core.mapfile import board_from_toml
from hulldown.games.panzer.rules.ground import Ground

YARD = """
format = 1
name = "yard"
title = "Yard"
columns = 12
rows = 8
high_columns = "odd"
[legend]
"." = "clear"
"s" = "scrub"
"r" = "rough"
"o" = "shellhole"
"l" = "light_woods"
"w" = "woods"
"h" = "heavy_woods"
"b" = "brick_building"
"g" = "gully"
"~" = "stream"
"f" = "ford"
"=" = "bridge"
"x" = "water"
[layers]
terrain = '''
.=sro.h~f.=h
hl.wbg.hh..x
xx.h.h....=.
..==..=...x=
~s.o.f~r.h.h
~gf.....w.==
wlb....h....
h.s.xgr.=.b~
'''
elevation = '''
000000000000
000000000000
000000000000
000001230000
000002330000
000001121000
000000100000
000000000000
'''
[falls]
terrain = "slope"
[[hexsides]]
terrain = "hedgerow"
sides = ["0107A", "0302B", "0905C"]
[[hexsides]]
terrain = "wall"
sides = ["0206A", "0205B", "0304C", "0503A"]
[[hexsides]]
terrain = "crest"
sides = ["0101D", "0803B", "0205A"]
[[hexsides]]
terrain = "crest"
directed = true
sides = ["0604D", "0607A"]
[[hexsides]]
terrain = "cliff"
directed = true
sides = ["0806A"]
[[hexsides]]
terrain = "cliff"
sides = ["0805A", "0406C", "0107B"]
[[lines]]
kind = "road"
path = ["0201", "0202", "0203", "0204", "0304", "0404", "0504", "0604", "0704", "0703", "0702", "0701"]
out = ["0201A", "0701A"]
[[lines]]
kind = "path"
path = ["0107", "0207", "0307", "0407", "0406", "0405", "0505", "0605", "0706", "0806", "0907", "0908"]
out = ["0107E", "0908D"]
[[lines]]
kind = "path"
path = ["1201", "1101", "1102", "1103", "1203", "1204", "1205", "1206"]
out = ["1201A", "1206B"]
[[lines]]
kind = "road"
path = ["1203", "1204"]
[[lines]]
kind = "path"
path = ["1101", "1001"]
[[lines]]
kind = "path"
path = ["0305", "0405", "0506"]
[[lines]]
kind = "path"
path = ["0905", "1005"]
[[lines]]
kind = "road"
path = ["1005", "1106"]
[[lines]]
kind = "path"
path = ["1106", "1206"]
[[lines]]
kind = "path"
path = ["0806", "0906", "1005"]
[edges]
north = { side = "north" }
west = { side = "west" }
"""


def yard() -> Ground:
    return Ground(board_from_toml(YARD, "yard"))
