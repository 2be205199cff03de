/**
 * Holds clicks on buttons and links of a part of the page back, and Enter in its fields, until its script is there. A
 * waiting control is marked as busy. Only the last one is held, and none that was followed by more typing: a code must
 * not go to half an address. Returns how to end this: what is held is repeated then, or dropped where the script did
 * not come.
 */
export function holdBack(part: HTMLElement): (isRepeated: boolean) => void {
  let held: Event | undefined;
  let busy: Element | null;

  const change = (event: Event): void => {
    const isTyping = event.type === 'input';
    const used = usedBy(event);
    if (!used && !isTyping) return;
    if (used) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    busy?.removeAttribute('aria-busy');
    busy = used;
    busy?.setAttribute('aria-busy', 'true');
    held = used ? event : undefined;
  };
  for (const type of types) part.addEventListener(type, change, true);

  return (isRepeated) => {
    for (const type of types) part.removeEventListener(type, change, true);
    busy?.removeAttribute('aria-busy');
    if (held && isRepeated) repeat(held);
  };
}

const types = ['click', 'keydown', 'input'];

/** The button, link or form that waits because of an event; nothing where the browser alone does what is needed. */
function usedBy(event: Event): Element | null {
  const target = event.target as Element;
  if (event.type === 'click') return target.closest('a,button');
  const { key, isComposing } = event as KeyboardEvent;
  return key === 'Enter' && !isComposing && target instanceof HTMLInputElement ? target.form : null;
}

function repeat(event: Event): void {
  const target = event.target as HTMLElement;
  const copy = new (event.constructor as typeof Event)(event.type, event);
  // Unlike a real key, a repeated one does not send the form by itself.
  const isUnhandled = target.dispatchEvent(copy);
  if (isUnhandled && target instanceof HTMLInputElement) target.form?.requestSubmit();
}
