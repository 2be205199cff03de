import { categorySlug, labelSlug } from '#domain/gpts.ts';
import type { gpt } from '#server/db/schema/gpts.ts';
import {
  indexedWords,
  neighboursJoined,
  pairsOf,
  symbolsOf,
  wholeOf,
  wordsOf,
} from '#server/services/gpts/search/words.ts';

/** What of a GPT can be searched. */
export type Searched = Pick<
  typeof gpt.$inferSelect,
  'id' | 'name' | 'description' | 'author' | 'tags' | 'categories' | 'capabilities' | 'lang'
>;

/** What a lexeme says of its GPT: the first character of the lexeme. */
const marks = {
  /** A word of its name. */
  name: 'n',
  /** A word of its name, description, author or tags. */
  word: 'w',
  /** One or two characters that a word of its name begins with. */
  start: 'p',
  /** The same, and words of one or two characters anywhere: of longer words only those of names are completed. */
  short: 'q',
  /** Its whole name. */
  whole: '=',
  /** One or two characters that its whole name begins with. */
  wholeStart: 'b',
  /** Two symbols of its name. */
  symbol: 's',
  category: 'c',
  tag: 't',
  author: 'a',
  capability: 'k',
  lang: 'l',
} as const;

export type Mark = keyof typeof marks;

/** Most words that are kept of one text. */
const wordsOfText = 2_000;

const shortMaxCharacters = 2;

/** PostgreSQL takes 2,046 bytes, and a character has up to four. */
const lexemeMaxCharacters = 500;

/** Raise it whenever something else is made of the same GPT: what lower versions made is made again. */
export const lexemesVersion = 4;

/** One thing that is said of a GPT, as `gpt_search.words` has it. */
export function lexeme(mark: Mark, text: string): string {
  const cut = text.length <= lexemeMaxCharacters ? text : [...text].slice(0, lexemeMaxCharacters);
  return marks[mark] + (typeof cut === 'string' ? cut : cut.join(''));
}

/** Everything that a GPT is found by. */
export function lexemesOf(gpt: Searched): { lexemes: string[]; words: Set<string> } {
  const name = indexedWords(gpt.name, wordsOfText);
  const rest = [gpt.description ?? '', gpt.author ?? '', ...gpt.tags].map((text) =>
    indexedWords(text, wordsOfText),
  );
  const joined = neighboursJoined(wordsOf(gpt.name, wordsOfText));
  const words = new Set([...name, ...rest.flatMap((found) => [...found])]);
  const lexemes = new Set<string>();
  const add = (mark: Mark, texts: Iterable<string>) => {
    for (const text of texts) if (text !== '') lexemes.add(lexeme(mark, text));
  };
  add('name', [...name, ...joined]);
  add('word', [...words, ...joined]);
  const starts = [...name].flatMap(startsOf);
  add('start', starts);
  add('short', [...starts, ...[...words].filter(isShort)]);
  add('whole', [wholeOf(gpt.name)]);
  add('wholeStart', startsOf(wholeOf(gpt.name)));
  add('symbol', symbolsOf(gpt.name).flatMap(pairsOf));
  add('category', gpt.categories.map(categorySlug));
  add('tag', gpt.tags.map(labelSlug));
  add('author', [labelSlug(gpt.author ?? '')]);
  add('capability', gpt.capabilities.map(labelSlug));
  add('lang', languagesOf(gpt.lang ?? ''));
  return { lexemes: [...lexemes], words };
}

/** Whether `text` is so short that very many words begin with it; then its beginnings have lexemes of their own. */
export function isShort(text: string): boolean {
  return [...text].length <= shortMaxCharacters;
}

function startsOf(text: string): string[] {
  const characters = [...text].slice(0, shortMaxCharacters);
  return characters.map((_, index) => characters.slice(0, index + 1).join(''));
}

/** The lexeme’s text of a language, in one spelling of its tag. */
export function languageText(tag: string): string {
  return tag.trim().replaceAll('_', '-').toLowerCase();
}

/** A language and those that it is a kind of: `zh-Hans-CN` is `zh-hans` and `zh` too. */
function languagesOf(tag: string): string[] {
  const parts = languageText(tag).split('-');
  return parts.map((_, index) => parts.slice(0, index + 1).join('-'));
}
