// The words and steps of the first-time tutorial: First Contact, five tanks against five.

import type { Step } from "../lib/tutorial";

export const SCENARIO = "tank/intro";

export const coach = {
  title: "Tutorial",
  starting: "Laying out the map…",
  failed: "The tutorial could not begin:",
  again: "Try again",
  step: (at: number, all: number) => `Step ${at} of ${all}`,
  next: "Next",
  skip: "Skip this step",
  back: "Back",
  fold: "Fold the coach away",
  unfold: "Show the coach",
  leave: "End the tutorial",
  restart: "Start afresh",
  lobby: "To the lobby",
  now: "Now:",
  unknown: "not known yet",
};

export const steps: Step[] = [
  {
    id: "welcome",
    title: "Five tanks against five",
    text: [
      "You are Alpha: five Panzer IV. Five Shermans of a bot, who plays at random, come from the other side. Whoever has more tanks left after 25 turns wins.",
      "Both sides write their orders in secret. Then everything happens at once.",
    ],
  },
  {
    id: "enter",
    title: "Onto the map",
    text: ["Your column drives in over the northern edge, marked W. The lit hexes are the ones it may choose."],
    todo: "Click a lit hex near the middle of the top edge, best where a road meets it, then press Commit.",
    done: ["decided:enter"],
    at: "[data-testid=map]",
  },
  {
    id: "track",
    title: "Where you are in the turn",
    text: [
      "The line at the top always says what is asked of you, with its rule; click a rule number to read it. Below it the phase track shows the steps of a turn: plotting, panic, spotting, direct fire, movement with opportunity fire, facing.",
    ],
    at: "[data-testid=prompt]",
  },
  {
    id: "move",
    title: "Plot a move",
    text: [
      "Select the column in the list of orders (or press N). Hexes in reach light up with their cost in Movement Points; roads are cheap, woods and slopes dear.",
    ],
    todo: "Choose Move (M) and click a lit hex further down the map. Backspace shortens the path.",
    done: ["task:MV"],
    at: "[data-testid=taskbar]",
  },
  {
    id: "commit",
    title: "Commit",
    text: ["Everything you draw is kept, even if you close the page. Only Commit sends it, and the enemy never sees it before it happens."],
    todo: "Press Commit (Enter).",
    done: ["decided:plot"],
    at: "[data-testid=commit]",
  },
  {
    id: "watch",
    title: "The turn unfolds",
    text: [
      "Space pauses, → goes on by one step, Esc skips. The plain counter with a question mark is an enemy nobody has spotted: you see where it is, not what it is.",
    ],
    todo: "Watch until you are asked where your tanks shall face.",
    done: ["asked:face", "turn:2"],
  },
  {
    id: "face",
    title: "Turn to face",
    text: ["Tanks that moved may turn at the end. Armour is thickest in front: face where the enemy will come from. The bot's nearest counter is in {enemy}."],
    todo: "Select a tank and click a side of its hex, or leave it. Commit (twice if nobody turns).",
    done: ["decided:face", "turn:2"],
    at: "[data-testid=map]",
  },
  {
    id: "opportunity",
    title: "Opportunity fire",
    text: [
      "A tank that waits can cover a line. While everybody moves, it fires at the first spotted enemy that enters that line. You guess where the enemy will drive.",
    ],
    todo: "Select a tank that is on the map, choose Opportunity (O), click a hex a good way off. The lane is drawn as it will be watched.",
    done: ["task:OF"],
    at: "[data-testid=taskbar]",
  },
  {
    id: "sight",
    title: "What can it see?",
    text: ["Hills, woods and berms block the line of sight. The eye at the top (or L) shades everything a unit cannot see; point at a hex, and what blocks the line is named with its rule."],
    todo: "Press L, point at a few hexes, press L again.",
    done: ["sign:los"],
  },
  {
    id: "second",
    title: "On with the others",
    text: ["N goes to the next unit without an order. H leaves it without one: it stands still. A unit has one task a turn: a tank that drives cannot fire."],
    todo: "Order the rest, or hold them, and commit.",
    done: ["decided:plot"],
    at: "[data-testid=commit]",
  },
  {
    id: "close",
    title: "Find the enemy",
    text: [
      "Shots need an enemy counter in sight and in range. The nearest one is in {enemy}. Drive towards it over a few turns; stop in woods or behind a crest, where you are hard to spot.",
      "As soon as a counter is in sight, Fire (F) appears among a tank's tasks.",
    ],
    todo: "Play on until you can give a tank direct fire: choose Fire and click the enemy. Or skip ahead and read.",
    done: ["task:DF", "happened:shot", "over:"],
  },
  {
    id: "odds",
    title: "Know the odds",
    text: [
      "Point at a target while Fire is chosen: the card says the chance, which rolls of the die hit, and every factor with its rule: strength against armour, range, the side that is hit, movement.",
      "Direct fire comes before movement: who sits still shoots first.",
    ],
  },
  {
    id: "spotting",
    title: "Spotting",
    text: [
      "Fire hits only what is spotted. Before fire each of your units tries to spot the counters in its sight: near and moving ones are found for certain, far ones and those in cover by a die roll. Firing gives a unit away. The log tells each roll.",
    ],
  },
  {
    id: "panic",
    title: "Panic",
    text: [
      "From the turn after the first contact, each side draws chits numbered 0 to 9 every turn: Alpha four, Bravo one. A unit that stands in a hex whose number ends in a drawn digit panics: its plot is not carried out, and if it was to move, it bolts in a random direction.",
      "So never make a plan that hangs on one tank, and do not line up in hexes with the same last digit.",
    ],
  },
  {
    id: "end",
    title: "That is all you need",
    text: [
      "Plot, commit, watch. Overrun (V), Reverse (R) and the rest explain themselves on the buttons; the question mark at the top lists the keys.",
      "Play this game to its end, then look at it again with the fog lifted: replay and analysis await you there.",
    ],
  },
];
