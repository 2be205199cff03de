import { anchorMenu } from '#islands/chat/controls/anchorMenu.ts';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Opens the element of the returned ref as a menu next to its button. Arrow keys move through its items, and closing it
 * returns the focus. `edge` is the edge of the button with which the menu is aligned.
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
  const latestOnClose = useRef(onClose);
  useEffect(() => {
    latestOnClose.current = onClose;
  });
  useLayoutEffect(() => {
    const own = menu.current;
    if (!own) return undefined;
    own.showPopover();
    const endAnchor = anchorMenu(own, button, edge);
    itemsOf(own)[0]?.focus({ preventScroll: true });
    const onToggle = (event: Event): void => {
      if ((event as ToggleEvent).newState === 'closed') latestOnClose.current();
    };
    own.addEventListener('toggle', onToggle);
    return () => {
      endAnchor();
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
  const index = next[event.key];
  if (event.key === 'Tab') close();
  if (index === undefined) return;
  event.preventDefault();
  items[index]?.focus();
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}
