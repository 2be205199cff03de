/** Pixels between a menu, its button and the edges of the window. */
const gap = 4;

/**
 * Positions a menu next to its button, and again whenever the button has moved, for example because a formula above it
 * was rendered. Checks in every frame. Returns a function that ends this.
 */
export function anchorMenu(
  menu: HTMLElement,
  button: HTMLElement,
  edge: 'end' | 'start',
): () => void {
  let before = '';
  let frame = 0;
  const update = (): void => {
    const at = button.getBoundingClientRect();
    const now = [at.left, at.top, innerWidth, innerHeight, menu.scrollHeight].join();
    // A button that is no longer rendered has no position. Its menu stays where it is.
    if (now !== before && at.width > 0) moveTo(menu, at, edge);
    before = now;
    frame = requestAnimationFrame(update);
  };
  update();
  return () => cancelAnimationFrame(frame);
}

/** Moves the menu below the button, or above it if there is more space. It never covers the button or leaves the window. */
function moveTo(menu: HTMLElement, at: DOMRect, edge: 'end' | 'start'): void {
  const { scrollTop } = menu;
  menu.style.maxHeight = '';
  // Where the menu stood in a wider window, it would be measured narrower than it can be.
  menu.style.left = '0';
  const { width, height } = menu.getBoundingClientRect();
  const [above, below] = [at.top - 2 * gap, innerHeight - at.bottom - 2 * gap];
  const isBelow = height <= below || below >= above;
  const visible = Math.min(height, Math.max(above, below));
  if (visible < height) menu.style.maxHeight = `${visible}px`;
  menu.scrollTop = scrollTop;
  const top = isBelow ? at.bottom + gap : at.top - gap - visible;
  const left = edge === 'end' ? at.right - width : at.left;
  // If the button was scrolled out of the window, its menu stays at the edge.
  menu.style.top = `${clamp(top, innerHeight - visible)}px`;
  menu.style.left = `${clamp(left, innerWidth - width)}px`;
}

/** Limits a position in pixels, so that the menu keeps its gap to both edges of the window. */
function clamp(position: number, largest: number): number {
  return Math.min(Math.max(gap, position), largest - gap);
}
