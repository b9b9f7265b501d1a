// The words of being told: sounds, notifications, the feed.

export const told = {
  title: "Sounds and notifications",
  sound: "Sound when it is my turn",
  battle: "Battle sounds while a turn unfolds",
  impossible: "This browser shows no notifications.",
  off: "Notifications tell you that it is your turn while you look at something else.",
  denied: "This browser does not allow notifications from this page. Its settings for this page can change that.",
  start: "Show notifications",
  stop: "No more notifications",
  pushed: "You get a notification when it is your turn, also when this page is closed.",
  paged: "You get a notification when it is your turn, as long as the game is open in a tab: there is no push service here.",
  pagedUnknown: "You get a notification when it is your turn, as long as the game is open in a tab. Make yourself known below to get it always.",
  trial: "Show me one now",
  feed: "Feed of your turns",
  feedWhat: "For a feed reader. Whoever has this link sees when it is your turn, and in which game.",
  makeFeed: "Make a feed of my turns",
  renewFeed: "Make a new link",
  endFeed: "End the feed",
  waiting: (count: number) => (count === 1 ? "Your turn in 1 game" : `Your turn in ${count} games`),
};
