import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels from the beginning of a scroller to the list in it, also when what stands above unfolds. */
export function useRowMargin(
  scroller: RefObject<HTMLElement | null>,
  above: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
): number {
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const view = scroller.current;
    const own = list.current;
    if (!view || !own || !above.current) return undefined;
    const measure = (): void => {
      const top = own.getBoundingClientRect().top - view.getBoundingClientRect().top;
      setMargin(Math.round(top + view.scrollTop));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(above.current);
    return () => observer.disconnect();
  }, [scroller, above, list]);
  return margin;
}
