import { useEffect } from 'react';

/**
 * Brings the heading that the address names into view and gives it the focus, once: the browser looked for it before it
 * was there. Later changes of the fragment are the browser's own.
 */
export function useFragment(): void {
  useEffect(() => {
    const heading = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, []);
}
