import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Language, languages } from '#domain/languages/languages.ts';
import { capabilityName, translatedCapabilities } from '#i18n/capabilities.ts';
import { categoryName, translatedCategories } from '#i18n/categories.ts';
import { PhraseTree, unitsOf } from '#server/services/gpts/search/phrases.ts';
import { SpellingList } from '#server/services/gpts/search/spellingList.ts';
import { terms } from '#server/services/gpts/search/terms.ts';
import { isStemmed, stemOf, textOf, tokensOf } from '#server/services/gpts/search/tokens.ts';

const wordLanguages = [...languages, 'all'] as const;

/** A language of words; `all` has the words that every language shares. */
export type WordLanguage = (typeof wordLanguages)[number];

/**
 * A need with words in every language. `labels`: terms of the label whose names the group holds. `needs`: the groups that its
 * words mean together, as “English conversation” does. `isLanguage`: English, for example.
 */
type Group = {
  categories: string[];
  capabilities: string[];
  related: string[];
  labels: string[];
  needs: string[];
  isLanguage: boolean;
  words: Map<WordLanguage, string[]>;
};

/**
 * Groups that a word names: one, or those that it means together. An `exact` word counts only in its own language and
 * spelling.
 */
export type Meaning = { groups: readonly string[]; exact: string | null };

class LanguageWords {
  readonly phrases = new PhraseTree<Meaning>();
  readonly stems = new PhraseTree<Meaning>();
  readonly stopWords = new PhraseTree<true>();
  /** Phrases that a misspelt phrase may mean. */
  readonly spellings = new SpellingList();
}

/** The editors' words by which GPTs are found. */
export type EditorWords = {
  groups: ReadonlyMap<string, Group>;
  languages: ReadonlyMap<WordLanguage, LanguageWords>;
};

const stopWordsFile = 'stop-words.yaml';
const languagesFile = 'languages.yaml';

/** Most words of a phrase; further ones are ignored. */
const wordsOfPhrase = 12;

export function readEditorWords(folder: string): EditorWords {
  const groups = new Map<string, Group>();
  const words = new Map(wordLanguages.map((language) => [language, new LanguageWords()]));
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.yaml'))) {
    const data = parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>;
    if (name === stopWordsFile) {
      for (const [language, own] of words) addStopWords(own, listOf(data[language]));
      continue;
    }
    for (const [group, value] of Object.entries(data)) {
      const fields = value as Record<string, unknown>;
      const found: Group = {
        categories: listOf(fields['categories']),
        capabilities: listOf(fields['capabilities']),
        related: listOf(fields['related']),
        labels: [],
        needs: listOf(fields['needs']),
        isLanguage: name === languagesFile,
        words: new Map(),
      };
      groups.set(group, found);
      const named = found.needs.length > 0 ? found.needs : [group];
      for (const [language, own] of words) {
        const list = listOf(fields[language]);
        found.words.set(
          language,
          list.map((word) => addWord(own, language, named, word)),
        );
      }
    }
  }
  for (const label of labelNames()) addLabel(groups, words, label);
  return { groups, languages: words };
}

/** A category or capability as a search term, with its name in each language. */
type LabelNames = {
  term: string;
  categories: string[];
  names: readonly (readonly [Language, string])[];
};

/** Returns categories and capabilities with their names on the pages of each language. */
function labelNames(): LabelNames[] {
  const namesOf = (name: (language: Language) => string) =>
    languages.map((language) => [language, name(language)] as const);
  return [
    ...translatedCategories()
      .filter((slug) => slug !== 'other')
      .map((slug) => ({
        term: terms.label('category', slug),
        categories: [slug],
        names: namesOf((language) => categoryName(language, slug)),
      })),
    ...translatedCapabilities().map((id) => ({
      term: terms.label('capability', id),
      categories: [],
      names: namesOf((language) => capabilityName(language, id)),
    })),
  ];
}

function addLabel(
  groups: Map<string, Group>,
  words: ReadonlyMap<WordLanguage, LanguageWords>,
  { term, categories, names }: LabelNames,
): void {
  const group: Group = {
    categories,
    capabilities: [],
    related: [],
    labels: [term],
    needs: [],
    isLanguage: false,
    words: new Map(),
  };
  groups.set(term, group);
  for (const [language, name] of names) {
    const own = words.get(language);
    if (own) group.words.set(language, [addWord(own, language, [term], name)]);
  }
}

/** Returns the languages whose words count for texts of `language`, in the order in which they are searched. */
export function wordLanguagesOf(language: Language | undefined): WordLanguage[] {
  return [...new Set<WordLanguage>([...(language ? scriptsOf(language) : []), 'en', 'all'])];
}

/** Returns the language; for Chinese both scripts, because its readers read both. */
export function scriptsOf(language: Language): Language[] {
  if (language === 'zh') return ['zh', 'zh_TW'];
  return language === 'zh_TW' ? ['zh_TW', 'zh'] : [language];
}

/** Returns the spelling in which exact words are compared. */
export function lowerCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function addStopWords({ stopWords }: LanguageWords, list: readonly string[]): void {
  for (const text of list) stopWords.add(unitsOf(tokensOf(text, wordsOfPhrase)).texts, true);
}

/** Adds a word that names groups. Returns the word as it is compared. */
function addWord(
  own: LanguageWords,
  language: WordLanguage,
  groups: readonly string[],
  word: string,
): string {
  const isExact = word.startsWith('(');
  const text = isExact ? word.slice(1, -1) : word;
  const tokens = tokensOf(text, wordsOfPhrase);
  const { texts } = unitsOf(tokens);
  own.phrases.add(texts, { groups, exact: isExact ? lowerCase(text) : null });
  const folded = textOf(tokens);
  if (isExact) return folded;
  own.spellings.add(folded);
  if (isStemmed(language)) {
    const stems = texts.map((unit) => stemOf(unit, language));
    own.stems.add(stems, { groups, exact: null });
  }
  return folded;
}

function listOf(text: unknown): string[] {
  return typeof text === 'string' ? text.split(/,\s*/).filter(Boolean) : [];
}
