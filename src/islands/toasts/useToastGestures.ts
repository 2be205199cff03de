import { type RefObject, useEffect } from 'react';

/**
 * Corrects two faults of the notifications' library within `root`. After Alt+T its list stays expanded until a pointer
 * has entered and left: here it collapses as soon as neither pointer nor focus is inside. And it ignores swipes while
 * text of the page is selected, and the first movement of each swipe: here both count.
 */
export function useToastGestures(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const own = root.current;
    if (!own) return undefined;
    const listening = new AbortController();
    const on = <Name extends keyof DocumentEventMap>(
      name: Name,
      listener: (event: DocumentEventMap[Name]) => void,
    ): void =>
      document.addEventListener(name, listener, { capture: true, signal: listening.signal });
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
      // `relatedTarget` is null when the pointer has left the window.
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
    return () => listening.abort();
  }, [root]);
}

/** Collapses the list. The library has no function for it, but does it in any state on the event `dragend`. */
function endExpansion(root: HTMLElement): void {
  const list = root.querySelector('ol');
  if (list?.querySelector('[data-expanded="true"]')) {
    list.dispatchEvent(new DragEvent('dragend', { bubbles: true }));
  }
}

/** Returns a pointer movement to the position where the pointer was released. */
function moveTo({ pointerId, clientX, clientY }: PointerEvent): PointerEvent {
  return new PointerEvent('pointermove', { bubbles: true, pointerId, clientX, clientY });
}

function isButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button') !== null;
}
