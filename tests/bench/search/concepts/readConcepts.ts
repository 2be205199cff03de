import type { Language } from '#domain/languages.ts';
import { findGroups, findStopWords } from './findGroups.ts';
import { guessMeanings } from './guessMeanings.ts';
import { type SearchIndex, terms } from './searchIndex.ts';
import { type SearchWords, scriptsOf, wordLanguagesOf } from './searchWords.ts';
import { type Token, pairsWithin, tokensOf } from './tokens.ts';

/** A term that finds what is meant, and the share of its weight that counts. */
export type Clue = { term: string; share: number };

/**
 * One thing that a query asks for. A GPT counts by its best clue, and a little by its best support: a category, a
 * capability, a related need. It is `named` when editors have a group for it.
 */
export type Concept = { clues: Clue[]; supports: Clue[]; named: boolean };

/** How surely a term means what was typed. */
const shares = {
  written: 1,
  stem: 0.9,
  group: 0.85,
  /** Of a word or a group that may be meant by a misspelt or an unfinished one. */
  guess: 0.7,
  completion: 0.45,
  pair: 0.45,
  related: 0.4,
  category: 0.2,
};

const wordsOfQuery = 12;
const tokensOfQuery = 24;

/** Shorter words begin too many others. The last word of a query is probably unfinished. */
const startMinLetters = 4;
const lastStartMinLetters = 2;
const completionsAtMost = 30;

/** Reads what a query asks for on an interface. Stop words count only where there is nothing else. */
export function readConcepts(
  query: string,
  locale: Language,
  index: SearchIndex,
  words: SearchWords,
): Concept[] {
  const tokens = tokensOf(query, wordsOfQuery).slice(0, tokensOfQuery);
  const languages = wordLanguagesOf(locale);
  const named = new Map([
    // Words of other languages count where those that are expected have no meaning.
    ...findGroups(tokens, words, [...words.languages.keys()]),
    ...findGroups(tokens, words, languages, { text: query, languages: scriptsOf(locale) }),
  ]);
  const stopped = findStopWords(tokens, words, languages);
  const guesses = guessMeanings(tokens, named, { index, words, languages, locale });
  const concepts = tokens.map((token, at): Concept => {
    const groups = [...(named.get(at) ?? [])];
    const guess = guesses.get(at) ?? { words: [], groups: [] };
    return {
      clues: [
        ...writtenClues(token, locale, at === tokens.length - 1, index),
        ...groups.map((group) => ({ term: terms.group(group), share: shares.group })),
        ...guess.words.flatMap((word) => wordClues(word, locale, shares.guess)),
        ...guess.groups.map((group) => ({ term: terms.group(group), share: shares.guess })),
      ],
      supports: [...groups, ...guess.groups].flatMap((group) => supportsOf(group, words)),
      named: groups.length + guess.groups.length > 0,
    };
  });
  const isEmpty = stopped.size === tokens.length;
  return concepts.filter((_, at) => isEmpty || !stopped.has(at));
}

function writtenClues(token: Token, locale: Language, isLast: boolean, index: SearchIndex): Clue[] {
  const pairs = pairsWithin(token).map((term) => ({ term, share: shares.pair }));
  if (token.kind === 'segment') return [{ term: token.text, share: shares.written }, ...pairs];
  const isStart = token.text.length >= (isLast ? lastStartMinLetters : startMinLetters);
  const completions = isStart ? index.spellings.completionsOf(token.text, completionsAtMost) : [];
  return [
    ...wordClues(token.text, locale, shares.written),
    ...completions.map((term) => ({ term, share: shares.completion })),
  ];
}

/** A word, and its stems in the language of the interface and in English. */
function wordClues(word: string, locale: Language, share: number): Clue[] {
  return [
    { term: word, share },
    { term: terms.stem(word, locale), share: share * shares.stem },
    { term: terms.stem(word, 'en'), share: share * shares.stem },
  ];
}

function supportsOf(group: string, words: SearchWords): Clue[] {
  const { categories = [], capabilities = [], related = [] } = words.groups.get(group) ?? {};
  return [
    ...categories.map((slug) => ({ term: terms.category(slug), share: shares.category })),
    ...capabilities.map((name) => ({ term: terms.capability(name), share: shares.category })),
    ...related.map((other) => ({ term: terms.group(other), share: shares.related })),
  ];
}
