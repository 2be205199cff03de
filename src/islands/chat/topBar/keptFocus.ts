import { isTouch } from '#stores/browser/pointer.ts';

/**
 * Moves the focus when the focused element is removed, so that the next key is not lost: to the heading of its section of
 * the settings, else to the message box or the heading of another screen. Not on touch screens, where that would open the
 * keyboard. Returns an unsubscribe function.
 */
export function keepFocus(): () => void {
  let last: Element | null = null;
  let heading: Element | null | undefined;
  const remember = (): void => {
    last = document.activeElement;
    heading = last?.closest('section')?.querySelector('h3[tabindex]');
  };
  remember();
  const removals = new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    last = null;
    // The code that removed it, or the Tab key, may be about to move the focus.
    requestAnimationFrame(() => requestAnimationFrame(() => focusIfLost(heading)));
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
}

function focusIfLost(heading: Element | null | undefined): void {
  if (isTouch() || document.activeElement !== document.body) return;
  if (document.querySelector('dialog[open]')) return;
  const near = heading?.isConnected ? heading : undefined;
  const next = near ?? document.getElementById('message') ?? document.querySelector('main h1');
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
