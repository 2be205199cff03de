import { useEffect, useRef } from 'react';

/**
 * Brings the heading that the address names into view and gives it the focus, once: the browser looked for it before it
 * was there. `shown` counts the parts, because one may come later; then it takes the focus from nothing else. Later
 * changes of the fragment are the browser's own.
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
