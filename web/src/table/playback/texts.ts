// The words of the playback.

export const playback = {
  title: "The turn unfolds",
  play: "Play",
  pause: "Pause",
  step: "One step",
  back: "One step back",
  speed: "Speed",
  skip: "Skip",
  progress: "How far the turn has unfolded",
  panic: "panic!",
};

export const summary = {
  title: "What happened",
  shots: (shots: number, hits: number) =>
    `${shots} ${shots === 1 ? "shot" : "shots"}, ${hits === 0 ? "no hit" : hits === 1 ? "1 hit" : `${hits} hits`}`,
  lost: (side: string) => `${side} lost`,
  damaged: (units: string) => `Damaged: ${units}`,
  spotted: (units: string) => `Spotted: ${units}`,
  panicked: (count: number) => (count === 1 ? "1 unit panicked" : `${count} units panicked`),
  close: "Continue",
};
