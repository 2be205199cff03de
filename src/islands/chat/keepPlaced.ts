/** Pixels between a menu, its button and the edges of the window. */
const gap = 4;

/**
 * Places a menu beside its button, and again in each frame that finds the button moved, as when a formula above it is
 * drawn. Returns a function that ends this.
 */
export function keepPlaced(
  menu: HTMLElement,
  button: HTMLElement,
  edge: 'end' | 'start',
): () => void {
  let placed = '';
  let frame = 0;
  const look = (): void => {
    const at = button.getBoundingClientRect();
    const now = [at.left, at.top, innerWidth, innerHeight, menu.scrollHeight].join();
    // A button that is not drawn any more is nowhere: its menu stays.
    if (now !== placed && at.width > 0) place(menu, at, edge);
    placed = now;
    frame = requestAnimationFrame(look);
  };
  look();
  return () => cancelAnimationFrame(frame);
}

/** Below the button, or above it where there is more room; never over it, nor outside of the window. */
function place(menu: HTMLElement, at: DOMRect, edge: 'end' | 'start'): void {
  const { scrollTop } = menu;
  menu.style.maxHeight = '';
  const { width, height } = menu.getBoundingClientRect();
  const [above, below] = [at.top - 2 * gap, innerHeight - at.bottom - 2 * gap];
  const isBelow = height <= below || below >= above;
  const shown = Math.min(height, Math.max(above, below));
  if (shown < height) menu.style.maxHeight = `${shown}px`;
  menu.scrollTop = scrollTop;
  const top = isBelow ? at.bottom + gap : at.top - gap - shown;
  const wanted = edge === 'end' ? at.right - width : at.left;
  // A button that was scrolled away leaves its menu at the edge.
  menu.style.top = `${within(top, innerHeight - shown)}px`;
  menu.style.left = `${within(wanted, innerWidth - width)}px`;
}

/** Between the edges of the window, which leaves `room` pixels before the last place. */
function within(wanted: number, room: number): number {
  return Math.min(Math.max(gap, wanted), room - gap);
}
