import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Language, languages } from '#domain/languages.ts';
import { PhraseTree, unitsOf } from './phrases.ts';
import { SpellingList } from './spellingList.ts';
import { isStemmed, stemOf, textOf, tokensOf } from './tokens.ts';

/** A language of words; `all` is for those that every language shares. */
export type WordLanguage = Language | 'all';

/** A need that editors gave words in every language. */
type Group = { categories: string[]; capabilities: string[]; related: string[] };

/** A word of a group. One that is `exact` counts in its own language only, and as it is written. */
export type Meaning = { group: string; exact: string | null };

class LanguageWords {
  readonly phrases = new PhraseTree<Meaning>();
  readonly stems = new PhraseTree<Meaning>();
  readonly stopWords = new PhraseTree<true>();
  /** The phrases that a misspelt one may mean. */
  readonly spellings = new SpellingList();
}

/** The words by which editors let GPTs be found. */
export type SearchWords = {
  groups: ReadonlyMap<string, Group>;
  languages: ReadonlyMap<WordLanguage, LanguageWords>;
};

const stopWordsFile = 'stop-words.yaml';

/** Further words of a phrase are not read. */
const wordsOfPhrase = 12;

/** Reads the editors' folder. */
export function readSearchWords(folder: string): SearchWords {
  const groups = new Map<string, Group>();
  const all: readonly WordLanguage[] = [...languages, 'all'];
  const words = new Map(all.map((language) => [language, new LanguageWords()]));
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.yaml'))) {
    const data = parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>;
    if (name === stopWordsFile) {
      for (const [language, own] of words) addStopWords(own, listOf(data[language]));
      continue;
    }
    for (const [group, value] of Object.entries(data)) {
      const fields = value as Record<string, unknown>;
      groups.set(group, {
        categories: listOf(fields['categories']),
        capabilities: listOf(fields['capabilities']),
        related: listOf(fields['related']),
      });
      for (const [language, own] of words) {
        for (const word of listOf(fields[language])) addWord(own, language, group, word);
      }
    }
  }
  return { groups, languages: words };
}

/** The languages whose words count for texts of `language`, in the order in which they are asked. */
export function wordLanguagesOf(language: Language | undefined): WordLanguage[] {
  return [...new Set<WordLanguage>([...(language ? scriptsOf(language) : []), 'en', 'all'])];
}

/** The language itself; both scripts of Chinese, because its readers read both. */
export function scriptsOf(language: Language): Language[] {
  if (language === 'zh') return ['zh', 'zh_TW'];
  return language === 'zh_TW' ? ['zh_TW', 'zh'] : [language];
}

/** The spelling in which exact words are compared. */
export function lowerCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function addStopWords({ stopWords }: LanguageWords, list: readonly string[]): void {
  for (const text of list) stopWords.add(unitsOf(tokensOf(text, wordsOfPhrase)).texts, true);
}

function addWord(own: LanguageWords, language: WordLanguage, group: string, word: string): void {
  const isExact = word.startsWith('(');
  const text = isExact ? word.slice(1, -1) : word;
  const tokens = tokensOf(text, wordsOfPhrase);
  const { texts } = unitsOf(tokens);
  own.phrases.add(texts, { group, exact: isExact ? lowerCase(text) : null });
  if (isExact) return;
  own.spellings.add(textOf(tokens));
  if (!isStemmed(language)) return;
  const stems = texts.map((unit) => stemOf(unit, language));
  own.stems.add(stems, { group, exact: null });
}

/** The parts of a text that is separated by commas. */
function listOf(text: unknown): string[] {
  return typeof text === 'string' ? text.split(/,\s*/).filter(Boolean) : [];
}
