import { isRecord, storableText } from '#server/services/conversations/import/imported.ts';

/** A page or file that an answer of ChatGPT cites. `url` is empty for files. */
export type Source = { title: string; url: string };

/** The sources and marks in the metadata of one message. */
export type MessageSources = {
  /** Mark → its sources. */
  byMark: ReadonlyMap<string, readonly Source[]>;
  /** Mark → the text that ChatGPT shows instead of it. */
  shown: ReadonlyMap<string, string>;
  /** The number in `【3†source】` → its source. */
  byNumber: ReadonlyMap<number, Source>;
  /** All sources of the message, each once. */
  all: readonly Source[];
};

const sourcesAtMost = 200;

/** Reads the sources in the metadata of a message. */
export function readSources(metadata: Record<string, unknown>): MessageSources {
  const byMark = new Map<string, readonly Source[]>();
  const shown = new Map<string, string>();
  const byNumber = new Map<number, Source>();
  const all = new Map<string, Source>();
  for (const reference of recordsIn(metadata['content_references'])) {
    const mark = typeof reference['matched_text'] === 'string' ? reference['matched_text'] : '';
    const sources = sourcesIn(reference);
    for (const source of sources) if (source.url !== '') all.set(source.url, source);
    if (mark.trim() === '') continue;
    byMark.set(mark, sources);
    const text = storableText(reference['alt']);
    if (text !== '') shown.set(mark, text);
  }
  for (const citation of recordsIn(metadata['citations'])) {
    const source = toSource(recordAt(citation, 'metadata'));
    if (!source) continue;
    if (source.url !== '') all.set(source.url, source);
    const number = recordAt(recordAt(citation, 'metadata'), 'extra')['cited_message_idx'];
    if (typeof number === 'number') byNumber.set(number, source);
  }
  return { byMark, shown, byNumber, all: [...all.values()] };
}

/** Reads the search results of a message: the reference in marks (`turn0search1`) → the page. */
export function readSearchResults(metadata: Record<string, unknown>): Map<string, Source> {
  const results = new Map<string, Source>();
  const groups = recordsIn(metadata['search_result_groups']);
  const entries = groups.flatMap((group) => recordsIn(group['entries']));
  const references = recordsIn(metadata['content_references']).flatMap(itemsIn);
  for (const entry of [...entries, ...references]) {
    const source = toSource(entry);
    if (!source) continue;
    const names = [entry['ref_id'], ...recordsIn(entry['refs'])].map(referenceName);
    for (const name of names) if (name !== '') results.set(name, source);
  }
  return results;
}

/** Returns a link in Markdown, or the title of a source without an address. */
export function toLink({ title, url }: Source): string {
  const text = title.replace(/\s+/g, ' ').replace(/[[\]\\]/g, '\\$&');
  if (url === '') return text;
  return `[${text || hostOf(url)}](${linkTarget(url)})`;
}

/** Returns an address without the characters that end a link in Markdown. */
export function linkTarget(url: string): string {
  return url.replaceAll('(', '%28').replaceAll(')', '%29');
}

function sourcesIn(reference: Record<string, unknown>): Source[] {
  const found = [reference, ...itemsIn(reference)].flatMap((item) => toSource(item) ?? []);
  // Old references have addresses only.
  const addresses = Array.isArray(reference['safe_urls']) ? reference['safe_urls'] : [];
  const plain = found.length > 0 ? [] : addresses.flatMap((url) => toSource({ url }) ?? []);
  return [...new Map([...found, ...plain].map((one) => [one.url || one.title, one])).values()];
}

function itemsIn(reference: Record<string, unknown>): Record<string, unknown>[] {
  const items = [...recordsIn(reference['items']), ...recordsIn(reference['sources'])];
  return items.flatMap((item) => [item, ...recordsIn(item['supporting_websites'])]);
}

function toSource(item: Record<string, unknown>): Source | undefined {
  const title = storableText(item['title']) || storableText(item['name']);
  const given = storableText(item['url']);
  const url = /^https?:\/\/\S+$/i.test(given) ? given : '';
  return title === '' && url === '' ? undefined : { title, url };
}

/** Returns `turn0search1` for the parts of a reference. */
function referenceName(reference: unknown): string {
  if (!isRecord(reference)) return '';
  const { turn_index: turn, ref_type: type, ref_index: index } = reference;
  if (typeof turn !== 'number' || typeof index !== 'number') return '';
  return `turn${turn}${storableText(type)}${index}`;
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? url;
}

function recordsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.slice(0, sourcesAtMost).filter(isRecord) : [];
}

function recordAt(value: Record<string, unknown>, key: string): Record<string, unknown> {
  const found = value[key];
  return isRecord(found) ? found : {};
}
