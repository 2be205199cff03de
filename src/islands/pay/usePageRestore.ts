import { useEffect } from 'react';

/** Calls `onRestore` when the browser shows the page again from its back/forward cache, with the state of before. */
export function usePageRestore(onRestore: () => void): void {
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) onRestore();
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, [onRestore]);
}
