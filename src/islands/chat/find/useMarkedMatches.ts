import { rangesIn } from '#islands/chat/find/rangesIn.ts';
import type { Match } from '#stores/chat/matches.ts';
import { scrollToFound } from '#stores/chat/shownBranch.ts';
import { messageAnchor } from '#stores/thread/messageRows.ts';
import { type RefObject, useEffect } from 'react';

type Shown = {
  query: string;
  /** The match that is scrolled to; `undefined` without one. */
  match: Match | undefined;
  scroller: RefObject<HTMLElement | null>;
};

/** The names of `::highlight()` in `styles/chat.css`. */
const all = 'found';
const one = 'found-current';

/** Scrolls to a match, and marks it and all others in the drawn messages. */
export function useMarkedMatches({ query, match, scroller }: Shown): void {
  const id = match?.message.id;
  const key = match?.message.key;
  const nth = match?.nth ?? 0;
  useEffect(() => {
    const view = scroller.current;
    if (!view || query.trim() === '') return undefined;
    let isReached = false;
    const draw = (): void => {
      const ranges = markAll(view, query);
      const row = id === undefined ? null : document.getElementById(messageAnchor + id);
      const own = ranges.filter(({ startContainer }) => row?.contains(startContainer));
      const current = own[Math.min(nth, own.length - 1)];
      mark(one, current ? [current] : []);
      if (!current || isReached) return;
      isReached = true;
      showRange(view, current);
    };
    draw();
    if (!isReached && key !== undefined) scrollToFound(key);
    // Messages are drawn and removed while the list scrolls.
    let frame = 0;
    const drawing = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(draw);
    });
    drawing.observe(view, { childList: true, subtree: true, characterData: true });
    return () => {
      drawing.disconnect();
      cancelAnimationFrame(frame);
      mark(all, []);
      mark(one, []);
    };
  }, [query, id, key, nth, scroller]);
}

function markAll(view: HTMLElement, query: string): Range[] {
  const ranges = [...view.querySelectorAll<HTMLElement>('[translate=yes]')].flatMap((text) =>
    rangesIn(text, query),
  );
  mark(all, ranges);
  return ranges;
}

/** Older browsers scroll to the match without marking it. */
function mark(name: string, ranges: readonly Range[]): void {
  if (typeof Highlight === 'undefined') return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

/** Scrolls to a range, unless it is well within the view. The bar covers the top. */
function showRange(view: HTMLElement, range: Range): void {
  const frame = view.getBoundingClientRect();
  const { top, bottom } = range.getBoundingClientRect();
  const margin = 64;
  if (top > frame.top + margin && bottom < frame.bottom - margin) return;
  view.scrollBy({ top: (top + bottom - frame.top - frame.bottom) / 2 });
}
