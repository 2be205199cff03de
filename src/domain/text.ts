/** How an author’s text is marked in a page of another language. */
export type ContentMarks = { lang: string | undefined; dir: 'ltr' | 'rtl' | 'auto' };

const rightToLeft = new Set([
  'ar',
  'arc',
  'ckb',
  'dv',
  'fa',
  'he',
  'ks',
  'ps',
  'sd',
  'ug',
  'ur',
  'yi',
]);

const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/**
 * The `lang` and `dir` of a text by its BCP 47 tag. Only a language that is written from right to left decides about the
 * direction: many a text is said to be English and is not, so that all others go by their own letters.
 */
export function contentMarks(tag: string | null): ContentMarks {
  const lang = canonicalTag(tag);
  return { lang, dir: rightToLeft.has(lang?.split('-', 1)[0] ?? '') ? 'rtl' : 'auto' };
}

/** `text` without the control characters that HTML forbids; line breaks and tabs stay. */
export function cleanText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '').trim();
}

/** A line without the characters that turn the direction of what follows: it must read as it is written. */
export function dropOverrides(line: string): string {
  return line.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

/**
 * `text` for the middle of a sentence: one that may read from right to left is set apart by isolating characters, so
 * that it does not reorder the words around it.
 */
export function isolate(text: string): string {
  return rightToLeftLetter.test(text) ? `\u2068${text}\u2069` : text;
}

/** One line of at most `most` characters, cut at a word where possible. */
export function clip(text: string, most: number): string {
  const line = cleanText(text).replace(/\s+/g, ' ');
  if (line.length <= most) return line;
  // A character is one or two units long: what is behind twice as many cannot be meant.
  const characters = Array.from(line.slice(0, 2 * most));
  if (characters.length <= most) return line;
  const cut = characters.slice(0, most - 1).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${lastSpace > most / 2 ? cut.slice(0, lastSpace) : cut}…`;
}

/** An imported address is shown as a link only when it is a web address. */
export function webAddress(url: string | null): string | null {
  return url !== null && URL.canParse(url) && /^https?:\/\/[^\s]+$/.test(url) ? url : null;
}

const canonicalTags = new Map<string, string | undefined>();
const rememberedTags = 1_000;

function canonicalTag(tag: string | null): string | undefined {
  if (tag === null) return undefined;
  if (canonicalTags.has(tag)) return canonicalTags.get(tag);
  const canonical = readTag(tag);
  if (canonicalTags.size < rememberedTags) canonicalTags.set(tag, canonical);
  return canonical;
}

function readTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}
