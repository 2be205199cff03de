import type { Language } from '#domain/languages/languages.ts';
import { type TokenGroups, findGroups, groupsIn } from '#server/services/gpts/search/findGroups.ts';
import type { SearchIndex } from '#server/services/gpts/search/searchIndex.ts';
import type { EditorWords, WordLanguage } from '#server/services/gpts/search/editorWords.ts';
import type { SpellingList } from '#server/services/gpts/search/spellingList.ts';
import { terms } from '#server/services/gpts/search/terms.ts';
import { type Token, textOf, tokensOf } from '#server/services/gpts/search/tokens.ts';

/** Words that may be meant, and the groups that these words name. */
export type Guess = { words: readonly string[]; groups: readonly string[] };

/** The index, words and languages in which meanings are searched. */
export type Sources = {
  index: SearchIndex;
  words: EditorWords;
  languages: readonly WordLanguage[];
  locale: Language;
};

/** Neighbouring tokens of a query: typos and missing endings are found across the spaces of a phrase. */
type Span = { start: number; end: number; text: string };

const spanMostTokens = 3;
const unfinishedMinLetters = 4;
const completionsAtMost = 12;
const wordsOfPhrase = 12;

/** Letters that German puts between the parts of a compound. */
const links = ['', 's', 'n', 'es', 'en'];
const partMinLetters = 4;

/**
 * Guesses the meanings of tokens without a group, by their index. The last tokens may be an unfinished phrase; a word
 * that occurs nowhere may be misspelt, or a compound of two known words.
 */
export function guessMeanings(
  tokens: readonly Token[],
  named: TokenGroups,
  sources: Sources,
): Map<number, Guess> {
  const guesses = new Map<number, Guess>();
  for (const [at, token] of tokens.entries()) {
    if (named.has(at) || guesses.has(at)) continue;
    const tries = [
      ...(at === tokens.length - 1 ? [completePhrase] : []),
      ...(isKnown(token, sources) ? [] : [correctSpelling, divideCompound]),
    ];
    for (const span of tries.length > 0 ? spansOver(tokens, at) : []) {
      const guess = tries
        .map((attempt) => attempt(span, sources))
        .find(({ words, groups }) => words.length + groups.length > 0);
      if (!guess) continue;
      for (let index = span.start; index < span.end; index += 1) {
        if (!named.has(index)) guesses.set(index, guess);
      }
      break;
    }
  }
  return guesses;
}

function completePhrase({ text }: Span, sources: Sources): Guess {
  if (text.length < unfinishedMinLetters) return { words: [], groups: [] };
  const phrases = phraseLists(sources).flatMap((list) =>
    list.completionsOf(text, completionsAtMost),
  );
  return { words: [], groups: groupsOf(phrases, sources) };
}

/** Guesses the phrases, and for a single token the words of GPTs, that are nearest to a misspelt span. */
function correctSpelling({ start, end, text }: Span, sources: Sources): Guess {
  const isWord = end - start === 1;
  const lists = [...phraseLists(sources), ...(isWord ? [sources.index.spellings] : [])];
  const near = lists.map((list) => list.nearest(text)).filter(({ words }) => words.length > 0);
  const fewest = Math.min(...near.map(({ typos }) => typos));
  const words = near.flatMap((found) => (found.typos === fewest ? found.words : []));
  return { words: isWord ? words : [], groups: groupsOf(words, sources) };
}

/** Guesses two known words that a word consists of, with the longest possible first one. */
function divideCompound({ start: at, end: after, text }: Span, sources: Sources): Guess {
  if (after - at > 1) return { words: [], groups: [] };
  for (let end = text.length - partMinLetters; end >= partMinLetters; end -= 1) {
    const [start, second] = [text.slice(0, end), text.slice(end)];
    const first = links
      .filter((link) => start.endsWith(link))
      .map((link) => start.slice(0, end - link.length))
      .find((part) => part.length >= partMinLetters && isMeaningful(part, sources));
    if (first === undefined || !isMeaningful(second, sources)) continue;
    return { words: [first, second], groups: groupsOf([first, second], sources) };
  }
  return { words: [], groups: [] };
}

/** Returns the spans of neighbouring tokens of one kind that contain the token `at`, longest first. */
function spansOver(tokens: readonly Token[], at: number): Span[] {
  const spans: Span[] = [];
  for (let length = spanMostTokens; length > 0; length -= 1) {
    for (let start = Math.max(0, at - length + 1); start <= at; start += 1) {
      const part = tokens.slice(start, start + length);
      const isSpan = part.length === length && part.every(({ kind }) => kind === tokens[at]?.kind);
      if (isSpan) spans.push({ start, end: start + length, text: textOf(part) });
    }
  }
  return spans;
}

function phraseLists({ languages, words }: Sources): SpellingList[] {
  return languages.flatMap((language) => words.languages.get(language)?.spellings ?? []);
}

function groupsOf(phrases: readonly string[], { words, languages }: Sources): string[] {
  const groups = phrases.flatMap((phrase) => [
    ...groupsIn(findGroups(tokensOf(phrase, wordsOfPhrase), words, languages)),
  ]);
  return [...new Set(groups)];
}

/** Whether a token occurs in a GPT, as it is written or with another ending. */
function isKnown({ text, kind }: Token, { index, locale }: Sources): boolean {
  if (index.has(text)) return true;
  if (kind === 'segment') return false;
  return index.has(terms.stem(text, locale)) || index.has(terms.stem(text, 'en'));
}

function isMeaningful(text: string, sources: Sources): boolean {
  return isKnown({ kind: 'word', text }, sources) || groupsOf([text], sources).length > 0;
}
