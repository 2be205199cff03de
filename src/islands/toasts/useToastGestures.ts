import { type RefObject, useEffect } from 'react';

/**
 * Mends two habits of the notifications' library within `place`. Opened out by Alt+T, its list waits until a pointer
 * has entered and left it: here it ends as soon as neither pointer nor focus is inside. And it ignores a swipe while any
 * text of the page is selected, as well as the first movement, which only chooses the direction.
 */
export function useToastGestures(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const own = place.current;
    if (!own) return undefined;
    const ending = new AbortController();
    const on = <Name extends keyof DocumentEventMap>(
      name: Name,
      listener: (event: DocumentEventMap[Name]) => void,
    ): void => document.addEventListener(name, listener, { capture: true, signal: ending.signal });
    const isInside = (target: EventTarget | null): boolean =>
      target instanceof Node && own.contains(target);
    let hasPointer = false;
    const collapse = (focused: EventTarget | null = document.activeElement): void => {
      if (!hasPointer && !isInside(focused)) endExpansion(own);
    };
    on('pointerover', ({ target }) => {
      hasPointer = isInside(target);
      collapse();
    });
    on('pointerout', ({ relatedTarget }) => {
      // Without one, the pointer has left the window.
      hasPointer = isInside(relatedTarget);
      collapse();
    });
    on('focusout', ({ relatedTarget }) => collapse(relatedTarget));
    on('pointerdown', ({ target }) => {
      if (isInside(target) && !isButton(target)) getSelection()?.removeAllRanges();
    });
    on('pointerup', (event) => {
      if (isInside(event.target)) event.target?.dispatchEvent(moveTo(event));
    });
    return () => ending.abort();
  }, [place]);
}

/** The library has no call for it; this event, which nothing else listens to, ends it in any state. */
function endExpansion(place: HTMLElement): void {
  const list = place.querySelector('ol');
  if (list?.querySelector('[data-expanded="true"]')) {
    list.dispatchEvent(new DragEvent('dragend', { bubbles: true }));
  }
}

/** The movement that ends where a pointer was released. */
function moveTo({ pointerId, clientX, clientY }: PointerEvent): PointerEvent {
  return new PointerEvent('pointermove', { bubbles: true, pointerId, clientX, clientY });
}

function isButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button') !== null;
}
