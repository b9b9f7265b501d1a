// Battle sounds, made here from noise and tones: no files, nothing recorded. Off unless the player wants them.

import type { Verb } from "../lib/types";

/** A sound in numbers: a tone that falls, noise through a filter, and how long each is heard. */
export interface Recipe {
  /** Hertz at the beginning and at the end of the tone; 0: none. */
  tone: [number, number];
  shape: OscillatorType;
  /** Hertz of the filter at the beginning and at the end of the noise; 0: none. */
  noise: [number, number];
  seconds: number;
  /** Loudness from 0 to 1; all of them are quiet. */
  volume: number;
}

export type Sound = "gun" | "hit" | "miss" | "wreck" | "engine" | "crush" | "alarm" | "sighting";

export const RECIPES: Readonly<Record<Sound, Recipe>> = {
  gun: { tone: [110, 38], shape: "triangle", noise: [2600, 240], seconds: 0.45, volume: 0.22 },
  hit: { tone: [950, 420], shape: "square", noise: [5200, 900], seconds: 0.25, volume: 0.12 },
  miss: { tone: [1500, 520], shape: "sine", noise: [900, 200], seconds: 0.3, volume: 0.07 },
  wreck: { tone: [70, 26], shape: "sawtooth", noise: [1400, 70], seconds: 1.1, volume: 0.25 },
  engine: { tone: [46, 54], shape: "sawtooth", noise: [220, 160], seconds: 0.3, volume: 0.05 },
  crush: { tone: [90, 40], shape: "square", noise: [3200, 300], seconds: 0.5, volume: 0.14 },
  alarm: { tone: [660, 500], shape: "sine", noise: [0, 0], seconds: 0.3, volume: 0.06 },
  sighting: { tone: [520, 780], shape: "sine", noise: [0, 0], seconds: 0.16, volume: 0.05 },
};

/** What is heard when something of this kind happens; null: nothing. */
export function soundOf(verb: Verb): Sound | null {
  switch (verb) {
    case "shot": return "gun";
    case "hurt": return "hit";
    case "kill":
    case "crash": return "wreck";
    case "land": return "hit";
    case "crush": return "crush";
    case "move": return "engine";
    case "panic": return "alarm";
    case "show":
    case "appear": return "sighting";
    default: return null;
  }
}

let audio: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** A second of noise, the same for every sound. */
function noiseOf(context: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const data = hiss.getChannelData(0);
  for (let at = 0; at < data.length; at += 1) data[at] = Math.random() * 2 - 1;
  return hiss;
}

function fading(context: AudioContext, recipe: Recipe): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(recipe.volume, context.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + recipe.seconds);
  gain.connect(context.destination);
  return gain;
}

/** Plays a sound once; a browser without sound stays silent. */
export function play(sound: Sound): void {
  try {
    audio ??= new AudioContext();
    const context = audio;
    const recipe = RECIPES[sound];
    const [now, end] = [context.currentTime, context.currentTime + recipe.seconds];
    if (recipe.tone[0]) {
      const tone = context.createOscillator();
      tone.type = recipe.shape;
      tone.frequency.setValueAtTime(recipe.tone[0], now);
      tone.frequency.exponentialRampToValueAtTime(recipe.tone[1], end);
      tone.connect(fading(context, recipe));
      tone.start();
      tone.stop(end);
    }
    if (recipe.noise[0]) {
      const noise = context.createBufferSource();
      noise.buffer = noiseOf(context);
      noise.loop = true;
      const filter = context.createBiquadFilter();
      filter.type = "lowpass";
      filter.frequency.setValueAtTime(recipe.noise[0], now);
      filter.frequency.exponentialRampToValueAtTime(recipe.noise[1], end);
      noise.connect(filter).connect(fading(context, recipe));
      noise.start();
      noise.stop(end);
    }
  } catch {
    audio = null;
  }
}
