// Whether a playback (or its summary) is on the screen: a hot seat hands over only when it has been seen.

class Busy {
  count = $state(0);
}

export const busy = new Busy();
