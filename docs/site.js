// Names what the theme leaves unnamed, and lets the keyboard scroll wide tables, which the theme wraps late.
const mend = () => {
  document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
  document.querySelectorAll(".md-typeset__scrollwrap").forEach((box) => { box.tabIndex = 0; });
};
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
mend();
