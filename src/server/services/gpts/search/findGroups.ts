import {
  type PhraseMatch,
  type Units,
  areWholeTokens,
  unitsOf,
} from '#server/services/gpts/search/phrases.ts';
import {
  type Meaning,
  type EditorWords,
  type WordLanguage,
  lowerCase,
} from '#server/services/gpts/search/editorWords.ts';
import { type Token, stemOf } from '#server/services/gpts/search/tokens.ts';

/** A typed text, and the languages in which exact words count. */
export type TypedText = { text: string; languages: readonly WordLanguage[] };

/** The groups that the words of a text name, by the index of the token. */
export type TokenGroups = ReadonlyMap<number, NamedGroups>;

/** Groups that a token names; `isPart`: only together with its neighbours, so that the token alone means something else. */
export type NamedGroups = ReadonlySet<string> & { isPart?: boolean };

/**
 * Finds the editors' words in a text. The longest phrase wins, because its words alone mean something else, then the
 * language that comes first. Exact words are found in the `typed` text only.
 */
export function findGroups(
  tokens: readonly Token[],
  words: EditorWords,
  languages: readonly WordLanguage[],
  typed?: TypedText,
): TokenGroups {
  const units = unitsOf(tokens);
  const written = lowerCase(typed?.text ?? '');
  const found = new Map<number, Set<string> & { isPart?: boolean }>();
  for (let start = 0; start < units.texts.length;) {
    const match = longestMatch(units, start, words, languages, ({ exact }, language, end) => {
      if (exact === null) return true;
      if (!typed?.languages.includes(language) || !written.includes(exact)) return false;
      return areWholeTokens(units, start, end);
    });
    for (let unit = start; match && unit < match.end; unit += 1) {
      const owner = units.owners[unit] ?? 0;
      const groups: Set<string> & { isPart?: boolean } = found.get(owner) ?? new Set<string>();
      groups.isPart = units.owners[start] !== units.owners[match.end - 1];
      found.set(owner, groups);
      for (const { group } of match.values) groups.add(group);
    }
    start = match?.end ?? start + 1;
  }
  return found;
}

export function findStopWords(
  tokens: readonly Token[],
  words: EditorWords,
  languages: readonly WordLanguage[],
): Set<number> {
  const units = unitsOf(tokens);
  const found = new Set<number>();
  for (const language of languages) {
    const stopWords = words.languages.get(language)?.stopWords;
    for (let start = 0; stopWords && start < units.texts.length; start += 1) {
      const match = stopWords.longestAt(units.texts, start, (_, end) =>
        areWholeTokens(units, start, end),
      );
      for (let unit = start; match && unit < match.end; unit += 1) {
        found.add(units.owners[unit] ?? 0);
      }
    }
  }
  return found;
}

function longestMatch(
  { texts }: Units,
  start: number,
  words: EditorWords,
  languages: readonly WordLanguage[],
  accepts: (meaning: Meaning, language: WordLanguage, end: number) => boolean,
): PhraseMatch<Meaning> | undefined {
  let longest: PhraseMatch<Meaning> | undefined;
  for (const language of languages) {
    const own = words.languages.get(language);
    const isAccepted = (meaning: Meaning, end: number) => accepts(meaning, language, end);
    const written = own?.phrases.longestAt(texts, start, isAccepted);
    const inflected = own?.stems.longestAt(texts, start, isAccepted, (unit) =>
      stemOf(unit, language),
    );
    for (const match of [written, inflected]) {
      if (match && match.end > (longest?.end ?? start)) longest = match;
    }
  }
  return longest;
}
