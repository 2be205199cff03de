/** The descriptions in the `<meta>` tags of a page and in its data. */
export type Markup = {
  /** Contents of `<meta>` by lower-case `property` or `name`; the first of each counts. */
  metas: ReadonlyMap<string, string>;
  data: readonly unknown[];
};

const maxTags = 1_000;
const maxTagLength = 10_000;

/**
 * Reads `<meta>` and JSON scripts of HTML. One pass over the text without a tree, so that deep nesting cannot make it
 * slow; other elements are skipped.
 */
export function readMarkup(html: string): Markup {
  const metas = new Map<string, string>();
  const data: unknown[] = [];
  let tags = 0;
  for (const { 0: start, 1: name, index } of html.matchAll(/<(meta|script)(?=[\s>])/gi)) {
    tags += 1;
    if (tags > maxTags) break;
    const begin = index + start.length;
    const [rest] = restOfTag.exec(html.slice(begin, begin + maxTagLength)) ?? [];
    if (rest === undefined) continue;
    const attributes = attributesIn(rest);
    if (name?.toLowerCase() === 'meta') {
      const key = (attributes.get('property') ?? attributes.get('name'))?.toLowerCase();
      if (key !== undefined && !metas.has(key)) metas.set(key, attributes.get('content') ?? '');
    } else if (/^application\/(?:ld\+)?json$/i.test(attributes.get('type') ?? '')) {
      const end = html.indexOf('</script', begin);
      const value = end === -1 ? undefined : parse(html.slice(begin + rest.length, end));
      if (value !== undefined) data.push(value);
    }
  }
  return { metas, data };
}

/** The rest of a tag, up to the first `>` outside of quotes. */
const restOfTag = /^(?:[^>"']|"[^"]*"|'[^']*')*>/;

function attributesIn(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(attribute)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeReferences(double ?? single ?? bare ?? ''));
  }
  return attributes;
}

const attribute =
  /([^\s"'=<>/]{1,100})\s{0,10}=\s{0,10}(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]{1,2000}))/g;

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
};

function decodeReferences(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, ...found) => {
    const [decimal, hex, name] = found as (string | undefined)[];
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD';
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
