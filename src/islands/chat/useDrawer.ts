import { closeSidebar } from '#stores/sidebar.ts';
import { type RefObject, useEffect, useRef } from 'react';

/** A drawer takes the focus when it opens, closes with Escape, and gives the focus back. */
export function useDrawer(open: boolean): RefObject<HTMLElement | null> {
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const before = document.activeElement;
    const panel = drawer.current;
    panel?.querySelector<HTMLElement>('button, a')?.focus();
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') closeSidebar();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      const lost = panel?.contains(document.activeElement);
      if (lost && before instanceof HTMLElement) before.focus();
    };
  }, [open]);
  return drawer;
}
