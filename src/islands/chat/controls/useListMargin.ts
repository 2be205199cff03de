import { type RefObject, useLayoutEffect, useState } from 'react';

type Ref = RefObject<HTMLElement | null>;

/**
 * Returns the pixels from the start of a scroller's content to the list in it, as virtual lists need them. They are
 * measured again when the element `above` changes its height.
 */
export function useListMargin(scroller: Ref, list: Ref, above?: Ref): number {
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const view = scroller.current;
    const own = list.current;
    if (!view || !own) return undefined;
    const measure = (): void => {
      const top = own.getBoundingClientRect().top - view.getBoundingClientRect().top;
      setMargin(Math.round(top + view.scrollTop));
    };
    measure();
    if (!above?.current) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(above.current);
    return () => observer.disconnect();
  }, [scroller, list, above]);
  return margin;
}
