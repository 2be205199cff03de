/** The elements with the day of a page's last change or publication, in the order of preference. */
const dateElements: readonly (readonly [selector: string, attribute: string])[] = [
  ['meta[property="article:modified_time"]', 'content'],
  ['meta[property="og:updated_time"]', 'content'],
  ['meta[itemprop="dateModified"]', 'content'],
  ['time[itemprop="dateModified"]', 'datetime'],
  ['meta[property="article:published_time"]', 'content'],
  ['meta[itemprop="datePublished"]', 'content'],
  ['time[itemprop="datePublished"]', 'datetime'],
  ['meta[name="date"]', 'content'],
  ['meta[name="dcterms.date"]', 'content'],
  ['meta[name="last-modified"]', 'content'],
  ['article time[datetime]', 'datetime'],
];

const earliestYear = 1990;

/** Returns the day of a page's last change or publication, `YYYY-MM-DD`; `null` if it has none that is plausible. */
export function dateIn(document: Document): string | null {
  for (const [selector, attribute] of dateElements) {
    const day = dayOf(document.querySelector(selector)?.getAttribute(attribute));
    if (day !== null) return day;
  }
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    const text = script.textContent ?? '';
    const found =
      /"dateModified"\s*:\s*"([^"]{4,40})"/.exec(text) ??
      /"datePublished"\s*:\s*"([^"]{4,40})"/.exec(text);
    const day = dayOf(found?.[1]);
    if (day !== null) return day;
  }
  return null;
}

function dayOf(value: string | null | undefined): string | null {
  const isoDay = /^(\d{4}-\d{2}-\d{2})/.exec(value ?? '')?.[1];
  const time = Date.parse(isoDay ?? value ?? '');
  if (Number.isNaN(time) || time > Date.now() + 86_400_000) return null;
  const day = new Date(time).toISOString().slice(0, 10);
  return Number(day.slice(0, 4)) >= earliestYear && day.length === 10 ? day : null;
}
