import { closeSidebar, toggleSidebar } from '#stores/chat/sidebar.ts';
import { type RefObject, useEffect, useRef } from 'react';

/** Below this width the sidebar is a drawer: the specification’s mobile line. */
const narrow = '(width < 768px)';

/** Pixels to the left that a finger must go to close the drawer. */
const swipePixels = 48;

/** Whether the sidebar is a drawer now. */
export function isDrawer(): boolean {
  return matchMedia(narrow).matches;
}

/** Opens or closes the sidebar. On a wide screen, the focus goes from the button that goes away to the one that comes. */
export function switchSidebar(): void {
  const isNarrow = isDrawer();
  toggleSidebar(isNarrow);
  if (isNarrow || document.activeElement?.checkVisibility()) return;
  const buttons = document.querySelectorAll<HTMLElement>('[aria-controls="sidebar"]');
  [...buttons].find((button) => button.checkVisibility())?.focus();
}

/** A drawer takes the focus and keeps it, closes with Escape, a swipe or a wide window, and gives the focus back. */
export function useDrawer(open: boolean): RefObject<HTMLElement | null> {
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => {
    const panel = drawer.current;
    if (!open || !panel) return undefined;
    const before = document.activeElement;
    focusable(panel)[0]?.focus();
    const ending = new AbortController();
    const { signal } = ending;
    document.addEventListener('keydown', (event) => onKey(event, panel), { signal });
    matchMedia(narrow).addEventListener('change', closeSidebar, { signal });
    closeBySwipe(panel, signal);
    return () => {
      ending.abort();
      const lost = panel.contains(document.activeElement);
      if (lost && before instanceof HTMLElement) before.focus();
    };
  }, [open]);
  return drawer;
}

/** A menu or dialog over the drawer has the keys for itself. */
function onKey(event: KeyboardEvent, panel: HTMLElement): void {
  if (document.querySelector('dialog[open], :popover-open')) return;
  // A field in the drawer has its own use for Escape.
  if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) closeSidebar();
  if (event.key === 'Tab') keepFocus(event, panel);
}

/** From the last to the first and back. */
function keepFocus(event: KeyboardEvent, panel: HTMLElement): void {
  const all = focusable(panel);
  const end = event.shiftKey ? all[0] : all.at(-1);
  const isInside = panel.contains(document.activeElement);
  if (isInside && document.activeElement !== end) return;
  event.preventDefault();
  (event.shiftKey ? all.at(-1) : all[0])?.focus();
}

function focusable(panel: HTMLElement): HTMLElement[] {
  const all = panel.querySelectorAll<HTMLElement>('a[href], button:enabled, input, summary');
  return [...all].filter((element) => element.tabIndex >= 0 && element.checkVisibility());
}

function closeBySwipe(panel: HTMLElement, signal: AbortSignal): void {
  let start: Touch | undefined;
  const options = { passive: true, signal };
  panel.addEventListener('touchstart', ({ touches }) => (start = touches[0]), options);
  panel.addEventListener(
    'touchend',
    ({ changedTouches: [end] }) => {
      if (!start || !end) return;
      const left = start.clientX - end.clientX;
      const down = Math.abs(start.clientY - end.clientY);
      if (left > swipePixels && left > 2 * down) closeSidebar();
    },
    options,
  );
}
