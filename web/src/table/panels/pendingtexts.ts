export const pending = {
  loading: { title: "Loading the match…", text: "" },
  waiting: {
    title: "Waiting for the other player",
    text: "The match begins when every seat is taken, by itself. You may leave: it stays under My games in the lobby.",
  },
  sealed: {
    title: "Waiting for the other player",
    text: "Both seats are taken. The match begins by itself as soon as the other player has it open, so that both shares of the dice can be shown.",
  },
  share: {
    lost: {
      title: "This browser cannot begin the match",
      text: "Your share of the dice is in the browser in which you took the seat. Open the match there, or make a new game.",
    },
    changed: {
      title: "This match was not begun",
      text: "The server shows other seals of the dice than before, so this browser keeps your share to itself. Make a new game, best with another host.",
    },
  },
  lost: { title: "This link opens no game", text: "Look whether the whole link was copied, or ask for a new one." },
  lobby: "To the lobby",
};
