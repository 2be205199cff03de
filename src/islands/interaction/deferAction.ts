import { isOfComposition } from '#domain/texts/composing.ts';

/**
 * Defers clicks on buttons and links of a part of the page, and Enter in its fields, until its script has loaded. The
 * clicked control is marked as busy. Only the last action counts. Typing after it cancels it, so that no code is sent to
 * half an address. Returns a function that ends this, and repeats the action if called with true.
 */
export function deferAction(part: HTMLElement): (isRepeated: boolean) => void {
  let deferred: Event | undefined;
  let busy: Element | null;

  const change = (event: Event): void => {
    const isTyping = event.type === 'input';
    const control = controlOf(event);
    if (!control && !isTyping) return;
    if (control) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    busy?.removeAttribute('aria-busy');
    busy = control;
    busy?.setAttribute('aria-busy', 'true');
    deferred = control ? event : undefined;
  };
  for (const type of types) part.addEventListener(type, change, true);

  return (isRepeated) => {
    for (const type of types) part.removeEventListener(type, change, true);
    busy?.removeAttribute('aria-busy');
    if (deferred && isRepeated) repeat(deferred);
  };
}

const types = ['click', 'keydown', 'input'];

/** Returns the button, link or form that an event uses, or null when the browser needs no script for it. */
function controlOf(event: Event): Element | null {
  const target = event.target as Element;
  if (event.type === 'click') return target.closest('a,button');
  const pressed = event as KeyboardEvent;
  const isEnter = pressed.key === 'Enter' && !isOfComposition(pressed);
  return isEnter && target instanceof HTMLInputElement ? target.form : null;
}

function repeat(event: Event): void {
  const target = event.target as HTMLElement;
  const copy = new (event.constructor as typeof Event)(event.type, event);
  // Unlike a real key, a dispatched one does not send the form.
  const isUnhandled = target.dispatchEvent(copy);
  if (isUnhandled && target instanceof HTMLInputElement) target.form?.requestSubmit();
}
