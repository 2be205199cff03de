import { useEffect, useRef } from 'react';

/**
 * Scrolls once to the heading that the address names, and focuses it, because it did not exist when the browser looked
 * for it. `shown` is the number of sections, of which one may appear later: it does not take the focus from another
 * element. The browser itself handles later changes of the fragment.
 */
export function useFragment(shown: number): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || shown === 0) return;
    const heading = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!heading) return;
    isDone.current = true;
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) return;
    heading.scrollIntoView();
    heading.focus({ preventScroll: true });
  }, [shown]);
}
