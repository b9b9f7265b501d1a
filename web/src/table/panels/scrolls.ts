// A part with nothing in it to put the focus on can still be scrolled by keys: it takes the focus itself while it scrolls.

export function scrolls(node: HTMLElement): { destroy: () => void } {
  const look = () => {
    if (node.scrollHeight > node.clientHeight) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(node);
  for (const child of node.children) sizes.observe(child);
  return { destroy: () => sizes.disconnect() };
}
