export const helpTexts = {
  title: "How to play at this table",
  intro: "Select a unit, choose a task, click one of the lit hexes. When every unit has its order, commit. What cannot be done says why, with its rule.",
  keys: [
    ["N", "Next unit without an order (Shift+N: back; Tab on the map)"],
    ["H", "Hold: no order for this unit, go to the next"],
    ["A–F, Q, E", "Face a side of the hex; turn left and right"],
    ["Backspace", "Shorten the path by one hex"],
    ["Delete", "Clear the unit's order"],
    ["X", "Leave the map, where that is possible"],
    ["L", "Line of sight: shade what cannot be seen, point at a hex to see what blocks the line"],
    ["Ctrl+Z, Ctrl+Y", "Undo, redo"],
    ["Enter, Ctrl+Enter", "Commit"],
    ["Arrows, Enter", "On the map: move the hex cursor and act on its hex (Esc puts it away)"],
    ["Shift+arrows, + − 0", "Move the map, zoom, show all"],
    ["1–9", "Tasks without a key of their own; answers to a question"],
    ["Esc", "Leave the line-of-sight tool, the task, the unit"],
  ] as [string, string][],
};
