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

/**
 * Sets of groups that a token names: those of a set are meant together, and the sets are alternatives. `phrase`: the first
 * token of the phrase, if only the whole phrase means this and the token alone means something else.
 */
export type NamedGroups = { meanings: (readonly string[])[]; phrase: number | undefined };

/** A phrase of the editors, or a stop word (without values), from the unit `start`. */
type FoundPhrase = PhraseMatch<Meaning> & { start: number };

/** Words of these scripts are written by their sounds, which other words may contain by chance. */
const soundScripts = /^[\p{sc=Hangul}\p{sc=Katakana}\u30fc]+$/u;

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
  const phrases = findPhrases(units, words, languages, typed);
  const covered = countCovered(units, phrases);
  const found = new Map<number, NamedGroups>();
  for (const { start, end, values } of phrases) {
    const isOneToken = units.owners[start] === units.owners[end - 1];
    for (const owner of values.length > 0 ? units.owners.slice(start, end) : []) {
      if (isByChance(tokens[owner], covered.get(owner) ?? 0)) continue;
      const named = found.get(owner) ?? { meanings: [], phrase: undefined };
      named.phrase = isOneToken ? undefined : units.owners[start];
      for (const { groups } of values) {
        if (!named.meanings.includes(groups)) named.meanings.push(groups);
      }
      found.set(owner, named);
    }
  }
  return found;
}

function findPhrases(
  units: Units,
  words: EditorWords,
  languages: readonly WordLanguage[],
  typed: TypedText | undefined,
): FoundPhrase[] {
  const written = lowerCase(typed?.text ?? '');
  const phrases: FoundPhrase[] = [];
  for (let start = 0; start < units.texts.length;) {
    const match = longestMatch(units, start, words, languages, ({ exact }, language, end) => {
      if (exact === null) return true;
      if (!typed?.languages.includes(language) || !written.includes(exact)) return false;
      return areWholeTokens(units, start, end);
    });
    const end = match?.end ?? endOfStopWord(units, start, words, languages);
    if (end > start) phrases.push({ start, end, values: match?.values ?? [] });
    start = Math.max(end, start + 1);
  }
  return phrases;
}

/** Returns the number of characters of each token that are in phrases, by the index of the token. */
function countCovered({ owners }: Units, phrases: readonly FoundPhrase[]): Map<number, number> {
  const covered = new Map<number, number>();
  for (const owner of phrases.flatMap(({ start, end }) => owners.slice(start, end))) {
    covered.set(owner, (covered.get(owner) ?? 0) + 1);
  }
  return covered;
}

/** Whether phrases are at most half of a word that is written by its sounds: 아이 (child) in 아이슬란드 (Iceland). */
function isByChance(token: Token | undefined, covered: number): boolean {
  if (token?.kind !== 'segment' || !soundScripts.test(token.text)) return false;
  return covered * 2 <= token.text.length;
}

/** Returns all groups that a text names. */
export function groupsIn(found: TokenGroups): Set<string> {
  return new Set([...found.values()].flatMap(({ meanings }) => meanings.flat()));
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

/** Returns the end of the longest stop word at `start`; `start` if there is none. */
function endOfStopWord(
  { texts }: Units,
  start: number,
  words: EditorWords,
  languages: readonly WordLanguage[],
): number {
  const ends = languages.map((language) => {
    const stopWords = words.languages.get(language)?.stopWords;
    return stopWords?.longestAt(texts, start, () => true)?.end ?? start;
  });
  return Math.max(start, ...ends);
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
