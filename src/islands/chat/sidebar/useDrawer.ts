import { isOfComposition } from '#domain/texts/composing.ts';
import { closeSidebar, toggleSidebar } from '#stores/route/sidebar.ts';
import { type RefObject, useEffect, useRef } from 'react';

/** The sidebar is a drawer below the specification's width of phones. */
const narrow = '(width < 768px)';

/** A swipe of this many pixels to the left closes the drawer. */
const swipePixels = 48;

/** Whether the sidebar is a drawer now. */
export function isDrawer(): boolean {
  return matchMedia(narrow).matches;
}

/** Opens or closes the sidebar. On a wide screen the pressed button disappears, and the other one gets the focus. */
export function switchSidebar(): void {
  const isNarrow = isDrawer();
  toggleSidebar(isNarrow);
  if (isNarrow || document.activeElement?.checkVisibility()) return;
  const buttons = document.querySelectorAll<HTMLElement>('[aria-controls="sidebar"]');
  [...buttons].find((button) => button.checkVisibility())?.focus();
}

/** Returns the ref of the drawer. An open drawer keeps the focus inside. Escape, a swipe or a wide window close it. */
export function useDrawer(open: boolean): RefObject<HTMLElement | null> {
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => {
    const panel = drawer.current;
    if (!open || !panel) return undefined;
    const before = document.activeElement;
    focusable(panel)[0]?.focus();
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('keydown', (event) => onKey(event, panel), { signal });
    matchMedia(narrow).addEventListener('change', closeSidebar, { signal });
    closeBySwipe(panel, signal);
    return () => {
      listening.abort();
      const hasFocus = panel.contains(document.activeElement);
      if (hasFocus && before instanceof HTMLElement) before.focus();
    };
  }, [open]);
  return drawer;
}

/** Handles the keys of the drawer, except while a menu or dialog is open over it. */
function onKey(event: KeyboardEvent, panel: HTMLElement): void {
  if (document.querySelector('dialog[open], :popover-open')) return;
  // A field in the drawer that uses Escape itself calls `preventDefault`.
  if (event.key === 'Escape' && !event.defaultPrevented && !isOfComposition(event)) closeSidebar();
  if (event.key === 'Tab') keepFocus(event, panel);
}

/** Moves the focus from the last element to the first, and back with Shift. */
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
