export const pending = {
  loading: { title: "Loading the match…", text: "" },
  waiting: {
    title: "Waiting for the other player",
    text: "The match begins when every seat is taken, by itself. You may leave: it stays under My games in the lobby.",
  },
  lost: { title: "This link opens no game", text: "Look whether the whole link was copied, or ask for a new one." },
  lobby: "To the lobby",
};
