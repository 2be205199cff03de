import type { Language } from '#domain/languages/languages.ts';
import {
  type NamedGroups,
  findGroups,
  findStopWords,
} from '#server/services/gpts/search/findGroups.ts';
import { guessMeanings } from '#server/services/gpts/search/guessMeanings.ts';
import type { SearchIndex } from '#server/services/gpts/search/searchIndex.ts';
import {
  type EditorWords,
  scriptsOf,
  wordLanguagesOf,
} from '#server/services/gpts/search/editorWords.ts';
import { terms } from '#server/services/gpts/search/terms.ts';
import { type Token, pairsWithin, tokensOf } from '#server/services/gpts/search/tokens.ts';
import { pairsOf, symbolsOf } from '#domain/texts/words.ts';

/**
 * A term to search for, and the share of its weight that counts. A `loose` one is a guess at what was meant: an unfinished or
 * misspelt word, a pair of characters, a label.
 */
export type Clue = { term: string; share: number; loose?: true };

/**
 * One thing that a query asks for. A GPT counts by its best clue, and a little by its best support, which is a related
 * need. Labels are capabilities that serve the need: they count only if no GPT has a clue. The concept is `named` when editors have a group for it.
 */
export type Concept = {
  clues: Clue[];
  supports: Clue[];
  labels: Clue[];
  named: boolean;
  /** The meant groups, and the slugs of their categories. */
  groups: string[];
  categories: string[];
  /** Folded words that were typed, or that a typed word may mean. */
  words: string[];
};

/** How certainly a term means the typed word, from 0 to 1. */
const shares = {
  written: 1,
  stem: 0.9,
  joined: 0.9,
  group: 0.85,
  /** A word or group that a misspelt or unfinished word may mean. */
  guess: 0.7,
  completion: 0.45,
  beginning: 0.7,
  pair: 0.45,
  related: 0.4,
  capability: 0.4,
  label: 0.6,
};

const wordsOfQuery = 12;
const tokensOfQuery = 24;

/** Shorter words are the beginnings of too many words. The last word of a query is probably unfinished. */
const startMinLetters = 4;
const lastStartMinLetters = 1;
const completionsAtMost = 30;

/** Reads the concepts of a query. Stop words count only if there are no other words. */
export function readConcepts(query: string, locale: Language, index: SearchIndex): Concept[] {
  const { words } = index;
  const tokens = tokensOf(query, wordsOfQuery).slice(0, tokensOfQuery);
  if (tokens.length === 0) return [symbolConcept(query)];
  const languages = wordLanguagesOf(locale);
  const named = new Map([
    // Words of other languages count only if the words have no meaning in the expected languages.
    ...findGroups(tokens, words, [...words.languages.keys()]),
    ...findGroups(tokens, words, languages, { text: query, languages: scriptsOf(locale) }),
  ]);
  const stopped = findStopWords(tokens, words, languages);
  const guesses = guessMeanings(tokens, named, { index, words, languages, locale });
  const toConcept = (at: number, groups: readonly string[]): Concept => {
    const token = tokens[at] as Token;
    const guess = guesses.get(at) ?? { words: [], groups: [] };
    const matched = [...groups, ...guess.groups];
    return {
      groups: matched,
      categories: matched.flatMap((group) => words.groups.get(group)?.categories ?? []),
      words: [token.text, ...guess.words],
      clues: [
        ...(named.get(at)?.phrase !== undefined
          ? []
          : writtenClues(token, locale, at === tokens.length - 1, index)),
        ...joinedClues(tokens, at),
        ...groups.map((group) => ({ term: terms.group(group), share: shares.group })),
        ...guess.words.flatMap((word) => wordClues(word, locale, shares.guess)).map(toLoose),
        ...guess.groups.map((group) => toLoose({ term: terms.group(group), share: shares.guess })),
        ...matched.flatMap((group) => labelClues(group, words)).map(toLoose),
      ],
      supports: matched
        .flatMap((group) => words.groups.get(group)?.related ?? [])
        .map((other) => ({ term: terms.group(other), share: shares.related })),
      labels: matched.flatMap((group) => capabilitiesOf(group, words)),
      named: matched.length > 0,
    };
  };
  const isEmpty = stopped.size === tokens.length;
  const counted = tokens.flatMap((_, at) => (isEmpty || !stopped.has(at) ? [at] : []));
  const phrases = Map.groupBy(counted, (at) => named.get(at)?.phrase ?? at);
  return [...phrases.values()].flatMap((phrase) => {
    return needsOf(named.get(phrase[0] ?? 0)).map((groups) =>
      joinConcepts(phrase.map((at) => toConcept(at, groups))),
    );
  });
}

/**
 * Returns the groups of each need that a phrase names. Meanings that are alternatives are one need; a phrase that means
 * several groups together, such as “English conversation”, has a need for each.
 */
function needsOf(named: NamedGroups | undefined): (readonly string[])[] {
  const [first, ...others] = named?.meanings ?? [];
  if (first && others.length === 0) return first.map((group) => [group]);
  return [[...new Set((named?.meanings ?? []).flat())]];
}

/** Returns the tokens of a phrase as one concept, because together they ask for one thing. */
function joinConcepts(concepts: readonly Concept[]): Concept {
  const all = <Value>(list: (concept: Concept) => readonly Value[]) => concepts.flatMap(list);
  return {
    clues: all(({ clues }) => clues),
    supports: all(({ supports }) => supports),
    labels: all(({ labels }) => labels),
    named: concepts.some(({ named }) => named),
    groups: [...new Set(all(({ groups }) => groups))],
    categories: all(({ categories }) => categories),
    words: all(({ words }) => words),
  };
}

/**
 * Returns clues for a token joined with a neighbour, because both may be parts of one word: “don t”, “mid journey”,
 * characters of an unfinished word.
 */
function joinedClues(tokens: readonly Token[], at: number): Clue[] {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  const joined = [
    [before, token],
    [token, after],
  ] as const;
  return joined.flatMap(([one, other]) =>
    one && other && one.kind === other.kind
      ? [{ term: one.text + other.text, share: shares.joined }]
      : [],
  );
}

/** Returns the concept of a query without words: it finds names with the same symbols. */
function symbolConcept(query: string): Concept {
  const pairs = symbolsOf(query).flatMap(pairsOf);
  const clues = pairs.map((pair) => ({ term: terms.symbols(pair), share: shares.written }));
  return { clues, supports: [], labels: [], named: false, groups: [], categories: [], words: [] };
}

function writtenClues(token: Token, locale: Language, isLast: boolean, index: SearchIndex): Clue[] {
  const pairs = pairsWithin(token).map((term) => toLoose({ term, share: shares.pair }));
  if (token.kind === 'segment') return [{ term: token.text, share: shares.written }, ...pairs];
  const isShort = token.text.length < startMinLetters;
  const isStart = !isShort || (isLast && token.text.length >= lastStartMinLetters);
  const completions = isStart ? index.spellings.completionsOf(token.text, completionsAtMost) : [];
  // A few letters are probably the beginning of a word, regardless of their other meanings.
  const toCompletion = (term: string) =>
    isShort ? { term, share: shares.beginning } : toLoose({ term, share: shares.completion });
  return [...wordClues(token.text, locale, shares.written), ...completions.map(toCompletion)];
}

function toLoose({ term, share }: Clue): Clue {
  return { term, share, loose: true };
}

/** Returns clues for a word and for its stems in the language of the interface and in English. */
function wordClues(word: string, locale: Language, share: number): Clue[] {
  return [
    { term: word, share },
    { term: terms.stem(word, locale), share: share * shares.stem },
    { term: terms.stem(word, 'en'), share: share * shares.stem },
  ];
}

/** Returns clues for the category or capability whose names the group holds. */
function labelClues(group: string, words: EditorWords): Clue[] {
  const { labels = [] } = words.groups.get(group) ?? {};
  return labels.map((term) => ({ term, share: shares.label }));
}

function capabilitiesOf(group: string, words: EditorWords): Clue[] {
  const { capabilities = [] } = words.groups.get(group) ?? {};
  return capabilities.map((capability) => ({
    term: terms.label('capability', capability),
    share: shares.capability,
  }));
}
