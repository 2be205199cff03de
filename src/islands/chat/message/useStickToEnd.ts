import { useCallback, useEffect, useRef, useState } from 'react';

/** Pixels from the end that still count as being there. */
const nearEnd = 48;

/**
 * Keeps a scroller at its end while its content grows, but only when the reader is there: who scrolled up is left
 * alone until `toEnd` or until something is asked (`askedCount`). Without messages it begins at the top.
 */
export function useStickToEnd(hasMessages: boolean, askedCount: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  const [atEnd, setAtEnd] = useState(true);

  const stick = useCallback(() => {
    sticks.current = true;
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, []);

  useEffect(() => {
    const view = scroller.current;
    const inside = content.current;
    if (!view || !inside) return undefined;
    sticks.current = hasMessages;
    view.scrollTop = hasMessages ? view.scrollHeight : 0;
    if (!hasMessages) return undefined;
    let lastTop = view.scrollTop;
    let lastHeight = view.scrollHeight;
    const note = (): void => {
      const distance = view.scrollHeight - view.scrollTop - view.clientHeight;
      // Content that grows moves the end away, and one that shrinks moves the place, without the reader; only moving
      // up in content that stays leaves the end.
      const isMovedUp = view.scrollTop < lastTop - 1 && view.scrollHeight >= lastHeight;
      if (isMovedUp && distance > 1) sticks.current = distance < 4;
      else if (distance < nearEnd) sticks.current = true;
      lastTop = view.scrollTop;
      lastHeight = view.scrollHeight;
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
  }, [hasMessages]);

  useEffect(() => {
    if (askedCount > 0) stick();
  }, [askedCount, stick]);

  return { scroller, content, atEnd: atEnd || !hasMessages, toEnd: stick };
}
