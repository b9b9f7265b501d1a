"""A bot in 40 lines: gives every unit the first thing it may do, and takes back what is refused.

    hulldown sim tank/intro --games 1 --alpha "exec:python3 examples/bots/first_legal.py"

It knows nothing of the games. See docs/bots-protocol.md for the messages.
"""

import json
import sys


def task_of(unit):
    """The first option of a unit that needs no path, with the first value of everything it asks for."""
    for option in unit["options"]:
        if "path" not in option:
            task = {"unit": unit["unit"], "kind": option["kind"]}
            task |= {"cells": option["cells"][:1]} if option.get("cells") else {}
            task |= {"targets": option["targets"][:1]} if option.get("targets") else {}
            task |= {"facing": option["facings"][0]} if option.get("facings") else {}
            return task | ({"choice": option["choices"][0]} if option.get("choices") else {})
    return None


def order_of(legal, without):
    """An order for the units that nothing was said against; with nobody left the one that does least."""
    kind = legal["decision"]["kind"]
    tasks = [task_of(unit) for unit in legal.get("units", []) if unit["unit"] not in without]
    tasks = [task for task in tasks if task]
    if tasks and "" not in without:
        return {"kind": kind, "tasks": tasks}
    return legal.get("idle") or {"kind": kind, "choice": legal.get("choices", [""])[0]}


legal, without = {}, set()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        legal, without = message["legal"], set()
    elif message["type"] == "illegal":
        without |= {violation.get("unit", "") for violation in message["violations"]}
    else:  # hello needs no answer, and after the end nothing more is asked
        continue
    answer = {"order": order_of(legal, without), "remark": f"{len(without)} units were left out."}
    print(json.dumps(answer), flush=True)
