import { isOfComposition } from '#domain/texts/composing.ts';
import { closeChatDialog } from '#stores/chat/chatDialogs.ts';
import { $conversationSearch } from '#stores/conversations/conversationSearch.ts';
import { type RefObject, useEffect } from 'react';

/** Up and Down move through the field and the results. Enter in the field opens the first result. Escape closes. */
export function usePaletteKeys(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const own = root.current;
    own?.addEventListener('keydown', onKey);
    return () => own?.removeEventListener('keydown', onKey);
  }, [root]);
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
    return openFirst(this);
  }
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    move(this, event.key === 'ArrowDown' ? 1 : -1);
  }
}

/** Opens what the page knows, else what was found. While it is searched, the shown results belong to an earlier text. */
function openFirst(root: HTMLElement): void {
  const { state } = $conversationSearch.get();
  const isFound = state === 'found' || state === 'idle';
  const known = root.querySelector<HTMLElement>('[data-known] li > *');
  (known ?? (isFound ? root.querySelector<HTMLElement>('li > *') : null))?.click();
}

function move(root: HTMLElement, step: number): void {
  const stops = [...root.querySelectorAll<HTMLElement>('input, a[href], button')];
  const next = stops[stops.findIndex((stop) => stop === document.activeElement) + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
