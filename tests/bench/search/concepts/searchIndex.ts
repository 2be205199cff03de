import { type Language, languageOfTag } from '#domain/languages.ts';
import { indexedWords, wholeOf } from '#server/services/gpts/search/words.ts';
import { findGroups } from './findGroups.ts';
import { languageOfText } from './languageOfText.ts';
import { type SearchWords, wordLanguagesOf } from './searchWords.ts';
import { SpellingList } from './spellingList.ts';
import { pairsWithin, stemOf, tokensOf } from './tokens.ts';

/** The fields of a GPT that are searched. */
export type SearchedGpt = {
  id: string;
  name: string;
  description: string | null;
  author: string | null;
  tags: readonly string[];
  categories: readonly string[];
  capabilities: readonly string[];
  /** BCP 47 tag. */
  lang: string | null;
  welcomeMessage: string | null;
  promptStarters: readonly string[];
  chats: number;
};

/** A GPT as results need it. `language` is absent where it is none of ours. */
type IndexedGpt = { id: string; whole: string; language: Language | undefined; chats: number };

/** The GPTs that have a term, by their number in the index, and how much the term says about each, from 0 to 1. */
type Postings = { gpts: number[]; weights: number[] };

/** A field's part in the weight of its terms, and the number of tokens that its texts have on average. */
type Field = { boost: number; usualLength: number; hasGroups: boolean };

const fields = {
  name: { boost: 8, usualLength: 4, hasGroups: true },
  tag: { boost: 5, usualLength: 2, hasGroups: true },
  description: { boost: 3, usualLength: 20, hasGroups: true },
  author: { boost: 2, usualLength: 3, hasGroups: false },
  welcome: { boost: 0.7, usualLength: 20, hasGroups: false },
  starters: { boost: 0.7, usualLength: 50, hasGroups: false },
} satisfies Record<string, Field>;

const labelWeight = 5;

/** As in BM25: how much a field's length counts, and the sum of boosts at which a weight is a half. */
const lengthShare = 0.6;
const halfWeight = 4;

/** Words of one text that are read. */
const wordsOfText = 200;

const noPostings: Postings = { gpts: [], weights: [] };

/** Terms are words, or what stands behind one of these marks, which no folded word has. */
export const terms = {
  stem: (word: string, language: Language) => `${language}~${stemOf(word, language)}`,
  group: (group: string) => `#${group}`,
  category: (slug: string) => `@${slug}`,
  capability: (name: string) => `%${name}`,
};

/** GPTs in memory, by the terms that find them. */
export class SearchIndex {
  /** Words of names, tags, descriptions and authors. */
  readonly spellings = new SpellingList();
  readonly #gpts: IndexedGpt[] = [];
  readonly #postings = new Map<string, Postings>();
  readonly #words: SearchWords;

  constructor(words: SearchWords) {
    this.#words = words;
  }

  add(gpt: SearchedGpt): void {
    const language = this.#languageOf(gpt);
    const number = this.#gpts.length;
    this.#gpts.push({ id: gpt.id, whole: wholeOf(gpt.name), language, chats: gpt.chats });
    const sums = new Map<string, number>();
    const addField = (text: string | null, field: Field) => {
      if (text) this.#addText(sums, text, field, language);
    };
    addField(gpt.name, fields.name);
    for (const tag of gpt.tags) addField(tag, fields.tag);
    addField(gpt.description, fields.description);
    addField(gpt.author, fields.author);
    addField(gpt.welcomeMessage, fields.welcome);
    addField(gpt.promptStarters.join(' '), fields.starters);
    for (const slug of gpt.categories) addTo(sums, terms.category(slug), labelWeight);
    for (const name of gpt.capabilities) addTo(sums, terms.capability(name), labelWeight);
    for (const [term, sum] of sums) this.#post(term, number, sum / (sum + halfWeight));
  }

  /** The number of GPTs. */
  get size(): number {
    return this.#gpts.length;
  }

  /** Returns the GPT of a number that stands in postings. */
  gptAt(number: number): IndexedGpt {
    return this.#gpts[number] as IndexedGpt;
  }

  has(term: string): boolean {
    return this.#postings.has(term);
  }

  postingsOf(term: string): Postings {
    return this.#postings.get(term) ?? noPostings;
  }

  #languageOf({ lang, name, description }: SearchedGpt): Language | undefined {
    if (lang !== null) return languageOfTag(lang);
    return languageOfText(description ?? name, this.#words);
  }

  #addText(
    sums: Map<string, number>,
    text: string,
    { boost, usualLength, hasGroups }: Field,
    language: Language | undefined,
  ): void {
    const tokens = tokensOf(text, wordsOfText);
    const weight = boost / (1 - lengthShare + (lengthShare * tokens.length) / usualLength);
    const found = new Set<string>();
    for (const [index, token] of tokens.entries()) {
      found.add(token.text);
      for (const pair of pairsWithin(token)) found.add(pair);
      if (token.kind === 'word') {
        found.add(terms.stem(token.text, language ?? 'en'));
        if (boost > 1) this.spellings.add(token.text);
      } else if (tokens[index - 1]?.kind === 'segment') {
        // The border between two segments may be wrong.
        found.add(`${[...(tokens[index - 1]?.text ?? '')].at(-1)}${[...token.text][0]}`);
      }
    }
    for (const word of indexedWords(text, wordsOfText)) found.add(word);
    if (hasGroups) {
      const groups = findGroups(tokens, this.#words, wordLanguagesOf(language)).values();
      for (const group of new Set([...groups].flatMap((some) => [...some]))) {
        found.add(terms.group(group));
      }
    }
    for (const term of found) addTo(sums, term, weight);
  }

  #post(term: string, number: number, weight: number): void {
    const postings = this.#postings.get(term) ?? { gpts: [], weights: [] };
    this.#postings.set(term, postings);
    postings.gpts.push(number);
    postings.weights.push(weight);
  }
}

function addTo(sums: Map<string, number>, term: string, weight: number): void {
  sums.set(term, (sums.get(term) ?? 0) + weight);
}
