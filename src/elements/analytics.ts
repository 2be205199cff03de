/**
 * Counts events on a page by category and label, and sends the counts once, when the visitor leaves the page. Nothing
 * is counted with Do Not Track or Global Privacy Control. `data-count="category"` marks a part of the page whose links
 * are counted by their destination, `data-count="category label"` a part with a label of its own. Stores dispatch the
 * event `count` (`stores/browser/analytics.ts`); `domain/operation/analytics.ts` lists the labels. Imports nothing, so that Astro
 * inlines it into the page.
 */
type Counts = Record<string, Record<string, number>>;

const largestCount = 100;

export function countEvents(): void {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  if (doNotTrack === '1' || globalPrivacyControl) return;
  let source = new URLSearchParams(location.search).get('utm_source')?.slice(0, 40);
  let counts: Counts = {};
  const count = (category: string, label: string) => {
    const labels = (counts[category] ??= {});
    labels[label] = Math.min((labels[label] ?? 0) + 1, largestCount);
  };
  addEventListener('count', (event) => {
    count(...(event as CustomEvent<[string, string]>).detail);
  });
  addEventListener('click', ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a,button');
    const mark = link?.closest<HTMLElement>('[data-count]')?.dataset['count'];
    if (!mark) return;
    const [category = '', label = linkLabel(link, location.host)] = mark.split(' ');
    count(category, label);
  });
  addEventListener('pagehide', () => {
    count('page', document.body.dataset['page'] as string);
    if (source) count('utm_source', source);
    const type = 'application/json';
    navigator.sendBeacon('/api/analytics', new Blob([JSON.stringify(counts)], { type }));
    // The browser may restore the page from its back/forward cache.
    counts = {};
    source = '';
  });
}

/** Returns the label of a link: the part of the site to which it leads, or the group of models of a chat. */
export function linkLabel(
  { host, pathname }: Pick<HTMLAnchorElement, 'host' | 'pathname'>,
  ownHost: string,
): string {
  const [, , area = 'home', group] = pathname.split('/');
  if (host !== ownHost) return 'external';
  return (area === 'chat' && group) || area;
}
