/**
 * Counts what happens on a page by category and label, and sends the counts once, when the page is left. Nothing is
 * counted with Do Not Track or Global Privacy Control. `data-count="category"` marks a part of the page whose links
 * count by where they lead, `data-count="category label"` one with a label of its own; stores dispatch `count`
 * (`stores/browser/analytics.ts`). Imports nothing, so that it stands in the page; the labels are listed in `domain/analytics.ts`.
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
    const touched = target as Element;
    const link = touched.closest<HTMLAnchorElement>('a,button');
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
    // The browser may show the page again as it was left.
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
