import { isTouch } from '#stores/browser/pointer.ts';
import { useEffect } from 'react';

/**
 * Moves the focus to the message box, or the heading of another screen, when the focused element is removed, so that the
 * next key is not lost. Not on touch screens, where that would open the keyboard.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = document.activeElement;
    const remember = (): void => {
      last = document.activeElement;
    };
    const removals = new MutationObserver(() => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      // The code that removed it, or the Tab key, may be about to move the focus.
      requestAnimationFrame(() => requestAnimationFrame(focusBoxIfLost));
    });
    removals.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    // A click beside all controls removes the focus on purpose.
    document.addEventListener('click', remember, { capture: true });
    return () => {
      removals.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('click', remember, { capture: true });
    };
  }, []);
}

function focusBoxIfLost(): void {
  if (isTouch() || document.activeElement !== document.body) return;
  if (document.querySelector('dialog[open]')) return;
  const box = document.getElementById('message') ?? document.querySelector<HTMLElement>('main h1');
  box?.focus({ preventScroll: true });
}
