import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Pixels between a menu, its button and the edges of the window. */
const gap = 4;

/**
 * A popover that opens at once below a button, stays beside it, moves with the arrows, and gives the focus back. It ends,
 * or begins, where the button does.
 */
export function useMenu(
  button: HTMLElement,
  onClose: () => void,
  edge: 'end' | 'start' = 'end',
): {
  menu: RefObject<HTMLDivElement | null>;
  onKeyDown: (event: KeyboardEvent) => void;
  close: () => void;
} {
  const menu = useRef<HTMLDivElement>(null);
  const closed = useRef(onClose);
  useEffect(() => {
    closed.current = onClose;
  });
  useLayoutEffect(() => {
    const own = menu.current;
    if (!own) return undefined;
    own.showPopover();
    const letGo = keepPlaced(own, button, edge);
    itemsOf(own)[0]?.focus({ preventScroll: true });
    const onToggle = (event: Event): void => {
      if ((event as ToggleEvent).newState === 'closed') closed.current();
    };
    own.addEventListener('toggle', onToggle);
    return () => {
      letGo();
      own.removeEventListener('toggle', onToggle);
    };
  }, [button, edge]);
  const close = (): void => menu.current?.hidePopover();
  return { menu, close, onKeyDown: (event) => onKey(event, menu.current, close) };
}

function onKey(event: KeyboardEvent, menu: HTMLElement | null, close: () => void): void {
  if (!menu) return;
  const items = itemsOf(menu);
  const current = items.findIndex((item) => item === document.activeElement);
  const next: Readonly<Record<string, number>> = {
    ArrowDown: (current + 1) % items.length,
    ArrowUp: (current - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const wanted = next[event.key];
  if (event.key === 'Tab') close();
  if (wanted === undefined) return;
  event.preventDefault();
  items[wanted]?.focus();
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

/** Places a menu, and again in each frame that finds its button moved, as when a formula above it is drawn. */
function keepPlaced(menu: HTMLElement, button: HTMLElement, edge: 'end' | 'start'): () => void {
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
