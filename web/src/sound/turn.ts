// A short, quiet sign that a decision is owed.

export function ping(): void {
  try {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = 620;
    volume.gain.setValueAtTime(0.05, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.35);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.36);
    tone.onended = () => void audio.close();
  } catch {
    // A browser without sound is silent.
  }
}
