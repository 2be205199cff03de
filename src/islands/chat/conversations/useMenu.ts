import { keepPlaced } from '#islands/chat/keepPlaced.ts';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

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
