import { useEffect } from 'react';

/** Calls `onShown` when the browser shows the page again as it was left, after going back to it. */
export function useShownAgain(onShown: () => void): void {
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) onShown();
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, [onShown]);
}
