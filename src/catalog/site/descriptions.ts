import type { Language } from '#domain/languages/languages.ts';
import { cleanText, isolate } from '#domain/texts/text.ts';
import { formatOf } from '#i18n/format.ts';
import { translator } from '#i18n/translate.ts';

/** A part of a description: a text, or names of which as many as fit are listed. */
export type DescriptionPart = string | readonly string[];

/** The shortest and longest description that search engines show whole, in characters. */
type Limits = { least: number; most: number };

/** Languages whose characters are about twice as wide as Latin ones. */
const wideLanguages: ReadonlySet<Language> = new Set(['zh', 'zh_TW', 'ja', 'ko']);

const latinLimits: Limits = { least: 70, most: 160 };
const wideLimits: Limits = { least: 40, most: 90 };
/** Fits both kinds of scripts. */
const mixedLimits: Limits = { least: latinLimits.least, most: wideLimits.most };

/** Largest share of letters of the other kind in a text that counts as one of its page's kind. */
const otherShare = 0.3;

/** Characters of the structured data of a GPT. */
export const summaryCharacters = 155;

const namesAtMost = 10;
/** Characters of a part that are read. Authors may write a book. */
const readCharacters = 1_000;

/**
 * Returns the description of a page for search engines, of a length that they show whole. Parts are added until the
 * description is long enough; the site’s own sentence comes last. A text that is too long is cut at the end of a sentence
 * or word. No name is cut: names that do not fit are left out.
 */
export function pageDescription(language: Language, parts: readonly DescriptionPart[]): string {
  const about = translator(language, 'site')('about');
  let text = '';
  for (const part of [...parts, about]) {
    if (charactersIn(text) >= limitsOf(language, text).least) break;
    text = typeof part === 'string' ? withText(text, part) : withNames(language, text, part);
  }
  return shorten(language, text);
}

/** Returns the limits for a text on a page. A text in the scripts of other pages must fit both kinds. */
export function limitsOf(language: Language, text: string): Limits {
  const isWide = wideLanguages.has(language);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const wide = text.match(wideLetters)?.length ?? 0;
  const others = isWide ? letters - wide : wide;
  if (others > otherShare * letters) return mixedLimits;
  return isWide ? wideLimits : latinLimits;
}

const wideLetters =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]/gu;

function withText(text: string, part: string): string {
  const line = oneLine(part);
  return line === '' || text.includes(line) ? text : joined(text, line);
}

function withNames(language: Language, text: string, names: readonly string[]): string {
  const textOf = (list: readonly string[]) =>
    list.length === 0 ? text : joined(text, formatOf(language).list(list));
  const shown: string[] = [];
  for (const name of names.slice(0, namesAtMost).map(oneLine)) {
    if (name === '') continue;
    const longer = textOf([...shown, isolate(name)]);
    if (charactersIn(longer) <= limitsOf(language, longer).most) shown.push(isolate(name));
  }
  return textOf(shown);
}

function joined(text: string, more: string): string {
  if (text === '') return more;
  return `${text}${/[.!?。！？…]$/u.test(text) ? ' ' : ' · '}${more}`;
}

/** Spaces that must not break stay. */
function oneLine(text: string): string {
  const read = text.trimStart().slice(0, readCharacters).toWellFormed();
  return cleanText(read.replace(/[^\S\u00a0\u202f]+/g, ' '));
}

/** Cuts a text that is too long. The rest may have other limits, because it may have less of some script. */
function shorten(language: Language, text: string): string {
  const short = cut(text, limitsOf(language, text));
  const { least, most } = limitsOf(language, short);
  const length = charactersIn(short);
  return length >= least && length <= most ? short : cut(text, mixedLimits);
}

function cut(text: string, { least, most }: Limits): string {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  const isGood = (part: string) => charactersIn(part) >= Math.max(least, most * goodShare);
  const shown = characters.slice(0, most).join('');
  const sentence = /^.*(?:[.!?…](?= )|[。！？])/su.exec(shown)?.[0] ?? '';
  if (isGood(sentence)) return sentence;
  const start = characters.slice(0, most - 1).join('');
  const words = start.replace(/[\s,;:·、，；：–—-]+\S*$/u, '');
  if (words !== start && isGood(words)) return `${words}…`;
  let end = most - 1;
  while (end > least && isJoined(characters, end)) end -= 1;
  return `${characters.slice(0, end).join('')}…`;
}

/** Whether a character is shown as one with the character before it: as an accent, or as a part of an emoji. */
function isJoined(characters: readonly string[], index: number): boolean {
  const continues = /^[\p{M}\p{Emoji_Modifier}\u200d]/u.test(characters[index] ?? '');
  return continues || characters[index - 1] === '\u200d';
}

/** A description that ends with a sentence or word has at least this share of the longest one. */
const goodShare = 0.55;

function charactersIn(text: string): number {
  return Array.from(text).length;
}
