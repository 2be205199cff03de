import { useSyncExternalStore } from 'react';

/** Returns the id of the section in view, of those in the order of the page. */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  return useSyncExternalStore(watchPosition, () => findCurrent(ids));
}

/** Calls back when the position on the page may have changed. Returns an unsubscribe function. */
function watchPosition(onChange: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  // Scroll events do not bubble, and the page scrolls in an element.
  document.addEventListener('scroll', onChange, { capture: true, passive: true, signal });
  for (const type of ['hashchange', 'resize']) addEventListener(type, onChange, { signal });
  // Sections that load late move the headings below them, often without a scroll event.
  const resizing = new ResizeObserver(onChange);
  const page = document.querySelector('.settings-contents')?.parentElement;
  if (page) resizing.observe(page);
  signal.addEventListener('abort', () => resizing.disconnect());
  return () => listening.abort();
}

/**
 * Returns the last section whose heading is in the upper third of the window or above it. Of several headings there, and
 * of those at the end of the page, which cannot move up, the address decides.
 */
function findCurrent(ids: readonly string[]): string | undefined {
  const headings = ids.flatMap((id) => document.getElementById(id) ?? []);
  const last = headings.at(-1);
  if (!last) return undefined;
  const end = last.closest('section')?.getBoundingClientRect().bottom ?? 0;
  const isAtEnd = end <= innerHeight;
  const named = headings.find((heading) => `#${heading.id}` === location.hash);
  if (named && isBetween(named, 0, isAtEnd ? innerHeight : innerHeight / 3)) return named.id;
  if (isAtEnd) return last.id;
  const passed = headings.findLast((heading) => isBetween(heading, -Infinity, innerHeight / 3));
  return (passed ?? headings[0])?.id;
}

function isBetween(heading: HTMLElement, from: number, to: number): boolean {
  const { top } = heading.getBoundingClientRect();
  return top >= from && top < to;
}
