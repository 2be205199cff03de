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

/**
 * Returns one line of at most `most` characters: cut after a sentence that ends in the last third, else after a word if
 * possible, with “…” in place of the punctuation there.
 */
export function clip(text: string, most: number): string {
  const line = cleanText(text).replace(/\s+/g, ' ');
  if (line.length <= most) return line;
  // A character has one or two UTF-16 units, so twice as many units are enough. Two more show what follows the cut.
  const characters = Array.from(line.slice(0, 2 * (most + 2)));
  if (characters.length <= most) return line;
  const sentences = lastSentence(characters, most);
  if (sentences !== '') return sentences;
  const cut = wholeCharacters(characters, most - 1);
  const lastSpace = cut.lastIndexOf(' ');
  const words = lastSpace > most / 2 ? cut.slice(0, lastSpace) : cut;
  return `${words.replace(danglingEnd, '') || words}…`;
}

/** Punctuation and opening marks, which would be odd before “…”. */
const danglingEnd = /[\s.,;:!?…·、，。．；：！？–—([{（［【“„«‹「『《‘‚-]+$/u;

/**
 * The end of a sentence with its closing marks. A short word before a full stop may be an abbreviation, and no sentence
 * begins with a small letter.
 */
const sentenceEnd =
  /(?:[。！？]|(?:[\p{L}\p{N}]{4}\.|[!?؟])(?=["'”’»)]* \P{Ll}))["'”’»)」』）]*(?![\p{M}\p{Emoji_Modifier}\u200c\u200d])/gu;

/**
 * Returns the sentences at the start of a text that is longer than `most`; empty if they end before its last third, or
 * within a quotation.
 */
function lastSentence(characters: readonly string[], most: number): string {
  const lengthOf = (count: number) => characters.slice(0, count).join('').length;
  const [least, longest] = [lengthOf(Math.ceil((most * 2) / 3)), lengthOf(most)];
  const start = characters.slice(0, most + 2).join('');
  const ends = Array.from(start.matchAll(sentenceEnd), ({ 0: end, index }) => index + end.length);
  const last = ends.findLast((end) => end >= least && end <= longest) ?? 0;
  const sentences = start.slice(0, last);
  const marks = sentences.match(/["“”„«»「」『』]/g)?.length ?? 0;
  return marks % 2 === 0 ? sentences : '';
}

/** Returns the first `count` characters, without the beginning of one that is shown with the next: an emoji, an accent. */
function wholeCharacters(characters: readonly string[], count: number): string {
  const start = characters.slice(0, count + 1).join('');
  const end = characters.slice(0, count).join('').length;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return start.slice(0, graphemes.segment(start).containing(end)?.index ?? end);
}

/** Created when a text is cut for the first time, because that is slow. */
let graphemes: Intl.Segmenter | undefined;

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
