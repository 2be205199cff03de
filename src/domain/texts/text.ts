/** The `lang` and `dir` attributes of an author’s text, which may differ from those of the page. */
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
 * Returns the `lang` and `dir` of a text by its BCP 47 tag. The tag decides the direction only for languages that are
 * written from right to left. Other tags are often wrong, so the browser chooses the direction by the letters (`auto`).
 */
export function contentMarks(tag: string | null): ContentMarks {
  const lang = canonicalTag(tag);
  return { lang, dir: rightToLeft.has(lang?.split('-', 1)[0] ?? '') ? 'rtl' : 'auto' };
}

/** Removes the control characters that HTML forbids, except line breaks and tabs, and trims the text. */
export function cleanText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '').trim();
}

/** Removes the characters that change the direction of the following text, because they can disguise it. */
export function dropOverrides(line: string): string {
  return line.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

/** Whether a text has a character that can be seen. Zero-width characters and fillers such as U+3164 cannot. */
export function hasVisible(text: string): boolean {
  return /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

/**
 * Prepares a text for the middle of a sentence. A text with right-to-left letters is put between isolating characters, so
 * that it does not reorder the words around it.
 */
export function isolate(text: string): string {
  return hasRightToLeft(text) ? `\u2068${text}\u2069` : text;
}

/** Whether a text has a letter that is written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeftLetter.test(text);
}

/** Returns one line of at most `most` characters, cut after a word if possible. */
export function clip(text: string, most: number): string {
  const line = cleanText(text).replace(/\s+/g, ' ');
  if (line.length <= most) return line;
  // A character has one or two UTF-16 units, so twice as many units are enough.
  const characters = Array.from(line.slice(0, 2 * most));
  if (characters.length <= most) return line;
  const cut = characters.slice(0, most - 1).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${lastSpace > most / 2 ? cut.slice(0, lastSpace) : cut}…`;
}

/** Returns an imported URL if it is a valid http(s) URL; pages make a link only of those. */
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
