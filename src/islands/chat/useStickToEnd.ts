import { useCallback, useEffect, useRef, useState } from 'react';

/** Pixels from the end that still count as being there. */
const nearEnd = 48;

/**
 * Keeps a scroller at its end while its content grows, but only when the reader is there: who
 * scrolled up is left alone until `toEnd` or a new `lastQuestion`. Without questions it begins at the top.
 */
export function useStickToEnd(lastQuestion: string | undefined) {
  const wanted = lastQuestion !== undefined;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  const [atEnd, setAtEnd] = useState(true);

  const stick = useCallback((view: HTMLElement | null) => {
    sticks.current = true;
    view?.scrollTo({ top: view.scrollHeight });
  }, []);

  useEffect(() => {
    const view = scroller.current;
    const inside = content.current;
    if (!view || !inside) return undefined;
    sticks.current = wanted;
    view.scrollTop = wanted ? view.scrollHeight : 0;
    if (!wanted) return undefined;
    let lastTop = view.scrollTop;
    const note = (): void => {
      const distance = view.scrollHeight - view.scrollTop - view.clientHeight;
      // Content that grows moves the end away without the reader; only moving up leaves it.
      if (view.scrollTop < lastTop - 1 && distance > 1) sticks.current = distance < 4;
      else if (distance < nearEnd) sticks.current = true;
      lastTop = view.scrollTop;
      setAtEnd(sticks.current || distance < nearEnd);
    };
    const grow = new ResizeObserver(() => {
      if (sticks.current) view.scrollTop = view.scrollHeight;
      else note();
    });
    grow.observe(inside);
    grow.observe(view);
    view.addEventListener('scroll', note, { passive: true });
    return () => {
      grow.disconnect();
      view.removeEventListener('scroll', note);
    };
  }, [wanted]);

  useEffect(() => {
    if (lastQuestion !== undefined) stick(scroller.current);
  }, [lastQuestion, stick]);

  return { scroller, content, atEnd: atEnd || !wanted, toEnd: () => stick(scroller.current) };
}
