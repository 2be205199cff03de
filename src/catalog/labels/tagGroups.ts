import type { LabelName } from '#catalog/labels/labels.ts';
import { type Language, languageTags } from '#domain/languages/languages.ts';

/** Tags that begin with the same letter, or in the same script. */
type TagGroup<Tag> = { name: string; tags: readonly Tag[] };

/** Scripts whose tags are one group, by their ISO codes. Kana before Han, because Japanese has both. */
const scripts: readonly (readonly [code: string, letter: RegExp])[] = [
  ['Hang', /\p{sc=Hangul}/u],
  ['Jpan', /[\p{sc=Hiragana}\p{sc=Katakana}]/u],
  ['Hani', /\p{sc=Han}/u],
  ['Cyrl', /\p{sc=Cyrillic}/u],
  ['Grek', /\p{sc=Greek}/u],
  ['Arab', /\p{sc=Arabic}/u],
  ['Hebr', /\p{sc=Hebrew}/u],
  ['Deva', /\p{sc=Devanagari}/u],
  ['Thai', /\p{sc=Thai}/u],
];

/** The scripts of readers who do not begin with Latin letters. */
const ownScripts: Readonly<Partial<Record<Language, readonly string[]>>> = {
  ja: ['Jpan', 'Hani'],
  ko: ['Hang'],
  zh: ['Hani'],
  zh_TW: ['Hani'],
};

const digits = '0–9';
const signs = '#';

/**
 * Returns tags in groups: the script of the reader first, then Latin letters from A to Z without their accents, digits,
 * other scripts and signs. Within a group tags are in alphabetical order.
 */
export function groupTags<Tag extends LabelName>(
  tags: readonly Tag[],
  language: Language,
): TagGroup<Tag>[] {
  const { compare } = new Intl.Collator(languageTags[language], { numeric: true });
  const names = new Intl.DisplayNames(languageTags[language], { type: 'script' });
  const groups = Map.groupBy(tags, ({ name }) => groupKey(name));
  const places = new Map([...groups.keys()].map((key) => [key, placeOf(key, language)] as const));
  const place = (key: string) => places.get(key) ?? 0;
  return [...groups]
    .toSorted(([one], [other]) => place(one) - place(other) || compare(one, other))
    .map(([key, inGroup]) => ({
      name: key.length > 1 && key !== digits ? (names.of(key) ?? key) : key,
      tags: inGroup.toSorted((one, other) => compare(one.name, other.name)),
    }));
}

/** Returns a Latin letter, the code of a script, or the name of the group of digits or signs. */
function groupKey(name: string): string {
  const [first = ''] = name.normalize('NFD').match(/[\p{L}\p{N}]/u) ?? [];
  if (/\p{sc=Latin}/u.test(first)) return first.toLocaleUpperCase('en')[0] ?? signs;
  if (/\p{N}/u.test(first)) return digits;
  return scripts.find(([, letter]) => letter.test(first))?.[0] ?? signs;
}

function placeOf(key: string, language: Language): number {
  const own = ownScripts[language]?.indexOf(key) ?? -1;
  if (own >= 0) return own - 10;
  if (key === digits) return 1;
  if (key === signs) return 3;
  return key.length > 1 ? 2 : 0;
}
