import { useCallback, useEffect, useRef, useState } from 'react';

/** A position within this distance of the end, in pixels, counts as the end. */
const nearEnd = 48;

/**
 * Keeps a scroller at its end while its content grows. After the user has scrolled up it stays where it is, until `toEnd`
 * is called or a question is sent (`askedCount` grows). Without messages it starts at the top.
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
    // The form of a question that was being edited before a reload has scrolled itself into view.
    sticks.current = hasMessages && !inside.contains(document.activeElement);
    if (sticks.current || !hasMessages) view.scrollTop = hasMessages ? view.scrollHeight : 0;
    setAtEnd(sticks.current || !hasMessages);
    if (!hasMessages) return undefined;
    let lastTop = view.scrollTop;
    let lastHeight = view.scrollHeight;
    const update = (): void => {
      const distance = view.scrollHeight - view.scrollTop - view.clientHeight;
      // The distance also changes when the content grows or shrinks, and shrinking content ends at its end. A position
      // further up is a choice, of the user or of a form that scrolls itself into view.
      const isMovedUp =
        view.scrollTop < lastTop - 1 && (view.scrollHeight >= lastHeight || distance > nearEnd);
      if (isMovedUp && distance > 1) sticks.current = distance < 4;
      else if (distance < nearEnd) sticks.current = true;
      lastTop = view.scrollTop;
      lastHeight = view.scrollHeight;
      setAtEnd(sticks.current || distance < nearEnd);
    };
    const grow = new ResizeObserver(() => {
      if (sticks.current) view.scrollTop = view.scrollHeight;
      else update();
    });
    grow.observe(inside);
    grow.observe(view);
    view.addEventListener('scroll', update, { passive: true });
    return () => {
      grow.disconnect();
      view.removeEventListener('scroll', update);
    };
  }, [hasMessages]);

  useEffect(() => {
    if (askedCount > 0) stick();
  }, [askedCount, stick]);

  return { scroller, content, atEnd: atEnd || !hasMessages, toEnd: stick };
}
