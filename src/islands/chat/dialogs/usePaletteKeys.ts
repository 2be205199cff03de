import { isOfComposition } from '#domain/texts/composing.ts';
import { closeChatDialog } from '#stores/chat/chatDialogs.ts';
import { useLayoutEffect } from 'react';

/** Up and Down move through the field and the results. Enter in the field opens the marked result. Escape closes. */
export function usePaletteKeys(fieldId: string): void {
  // With the results. Until a later effect, Escape would only clear the field.
  useLayoutEffect(() => {
    // Refs of the elements around the results are set later.
    const own = document.getElementById(fieldId)?.closest('search');
    own?.addEventListener('keydown', onKey);
    return () => own?.removeEventListener('keydown', onKey);
  }, [fieldId]);
}

function onKey(this: HTMLElement, event: KeyboardEvent): void {
  if (isOfComposition(event)) return;
  if (event.key === 'Escape') {
    // Otherwise the first Escape would only clear the field.
    event.preventDefault();
    return closeChatDialog();
  }
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
    event.preventDefault();
    return activeRow(this)?.click();
  }
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    move(this, event.key === 'ArrowDown' ? 1 : -1);
  }
}

/** Returns the row that is marked while the field has the focus. */
function activeRow(root: HTMLElement): HTMLElement | null {
  return root.querySelector('[data-active]');
}

/** From the field, Down skips the marked row, unless that is the only one. */
function move(root: HTMLElement, step: number): void {
  const stops = [...root.querySelectorAll<HTMLElement>('input, a[href], button')];
  const isInField = document.activeElement instanceof HTMLInputElement;
  const active = isInField && step > 0 ? activeRow(root) : null;
  const from = active ?? document.activeElement;
  const next = stops[stops.findIndex((stop) => stop === from) + step] ?? active;
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
