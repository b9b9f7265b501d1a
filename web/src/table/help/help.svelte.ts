// The help that "?" opens from everywhere, with the face of the game that is on the screen.

import { EMPTY, type GameFace } from "../../lib/face";

class Help {
  open = $state(false);
  face = $state.raw<GameFace>(EMPTY);

  /** The face of what is shown now; the answer puts it away again. */
  of(face: GameFace): () => void {
    this.face = face;
    return () => {
      if (this.face === face) this.face = EMPTY;
    };
  }
}

export const help = new Help();
