import { type Language, languages } from '#domain/languages/languages.ts';
import { type EditorWords, wordLanguagesOf } from '#server/services/gpts/search/editorWords.ts';
import { findGroups, groupsIn } from '#server/services/gpts/search/findGroups.ts';
import { languageOfTexts } from '#domain/languages/readers.ts';
import {
  PostingLists,
  type Postings,
  type StoredPostings,
} from '#server/services/gpts/search/postingLists.ts';
import { textOfQuestions } from '#server/services/gpts/search/quotedQuestions.ts';
import { SpellingList } from '#server/services/gpts/search/spellingList.ts';
import { type FilteredGpt, labelTerms, terms } from '#server/services/gpts/search/terms.ts';
import { tokensOf } from '#server/services/gpts/search/tokens.ts';
import {
  indexedWords,
  neighboursJoined,
  pairsOf,
  symbolsOf,
  wholeOf,
  wordsOf,
} from '#domain/texts/words.ts';

/** The fields of a GPT that are searched. */
export type SearchedGpt = FilteredGpt & {
  id: string;
  name: string;
  description: string | null;
  welcomeMessage: string | null;
  promptStarters: readonly string[];
  /** Of its examples. Answers are not searched: what they mention is not what a GPT is for. */
  questions?: readonly string[];
  instructions: string | null;
  chats: number;
};

/** The content of an index as it is stored in a file. */
export type StoredIndex = {
  ids: string[];
  languages: number[];
  popularities: number[];
  questions: string[];
  spellings: string[];
  postings: StoredPostings;
};

/** The boost of a field in the weight of its terms, and the average number of tokens in its texts. */
type Field = { boost: number; usualLength: number; hasGroups: boolean };

const fields = {
  name: { boost: 8, usualLength: 4, hasGroups: true },
  tag: { boost: 5, usualLength: 2, hasGroups: true },
  description: { boost: 3, usualLength: 20, hasGroups: true },
  author: { boost: 2, usualLength: 3, hasGroups: false },
  welcome: { boost: 0.7, usualLength: 20, hasGroups: false },
  starters: { boost: 0.7, usualLength: 50, hasGroups: false },
  // Each question is a field of its own. Even the longest one weighs more than `firmWeight` (`rankGpts.ts`).
  question: { boost: 0.4, usualLength: 65, hasGroups: false },
  instructions: { boost: 0.3, usualLength: 100, hasGroups: false },
} satisfies Record<string, Field>;

/** Texts of fields with a smaller boost are long: they are neither segmented nor used to correct typos. */
const segmentedMinBoost = 1;

const labelWeight = 5;

/**
 * The share that a need counts which a GPT has in only one of name, tags and description, and which is not of its category:
 * “Capsule Wardrobe Maths” is no maths, and a “Payslip Translator” does not translate.
 */
const mentionShare = 0.25;

/** As in BM25: how much the length of a field counts, and the sum of boosts that gives half of the maximal weight. */
const lengthShare = 0.6;
const halfWeight = 4;

/** Most words of one text that are indexed. */
const wordsOfText = 200;
const wordsOfLongText = 120;

/** How much ten times as many chats add to the factor of a score. */
const popularity = 0.03;

/**
 * An inverted index of GPTs in memory. The number of a GPT is its index in the arrays. Numbers of removed GPTs stay in the
 * postings and are not used again.
 */
export class SearchIndex {
  /** Words of names, tags, descriptions and authors. */
  readonly spellings = new SpellingList((word) => this.has(word));
  readonly words: EditorWords;
  /** Ids by the numbers of GPTs. One array per property, because every query reads one property of very many GPTs. */
  readonly ids: string[];
  /** The index of each GPT's language in `languages` of `domain/languages/languages.ts`; -1 for other languages. */
  readonly languages: number[];
  /** Factors of scores, computed from the number of chats; 0 if the GPT was removed. */
  readonly popularities: number[];
  /** The words of the questions of examples. */
  readonly questions: string[];
  readonly #numbers = new Map<string, number>();
  readonly #postings: PostingLists;

  /** `stored` is what `toStored` returned with the same words and the same code. */
  constructor(words: EditorWords, stored?: StoredIndex) {
    this.words = words;
    this.ids = stored?.ids ?? [];
    this.languages = stored?.languages ?? [];
    this.popularities = stored?.popularities ?? [];
    this.questions = stored?.questions ?? [];
    this.#postings = new PostingLists(stored?.postings);
    for (const word of stored?.spellings ?? []) this.spellings.add(word);
    for (const [number, id] of this.ids.entries()) {
      if (this.popularities[number] !== 0) this.#numbers.set(id, number);
    }
  }

  toStored(): StoredIndex {
    const { ids, languages, popularities, questions, spellings } = this;
    const postings = this.#postings.toStored();
    return { ids, languages, popularities, questions, spellings: spellings.all(), postings };
  }

  put(gpt: SearchedGpt): void {
    this.remove(gpt.id);
    const language = languageOfTexts(gpt);
    const number = this.ids.push(gpt.id) - 1;
    this.languages.push(language ? languages.indexOf(language) : -1);
    this.popularities.push(popularityOf(gpt.chats));
    this.questions.push(textOfQuestions(gpt.questions ?? []));
    this.#numbers.set(gpt.id, number);
    for (const [term, sum] of this.#sumsOf(gpt, language)) {
      this.#postings.add(term, number, sum / (sum + halfWeight));
    }
  }

  remove(id: string): void {
    const number = this.#numbers.get(id);
    if (number === undefined) return;
    this.popularities[number] = 0;
    this.questions[number] = '';
    this.#numbers.delete(id);
  }

  setChats(id: string, chats: number): void {
    const number = this.#numbers.get(id);
    if (number !== undefined) this.popularities[number] = popularityOf(chats);
  }

  /** Number of GPTs in the index. `numbers`, the number of used numbers, also counts removed GPTs. */
  get size(): number {
    return this.#numbers.size;
  }

  get numbers(): number {
    return this.ids.length;
  }

  numberOf(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  /** Whether any GPT has the term. */
  has(term: string): boolean {
    return this.postingsOf(term).gpts.some((number) => this.popularities[number] !== 0);
  }

  postingsOf(term: string): Postings {
    return this.#postings.get(term);
  }

  /** Returns the sum of boosts of each term of a GPT. */
  #sumsOf(gpt: SearchedGpt, language: Language | undefined): Map<string, number> {
    const sums = new Map<string, number>();
    const addField = (text: string | null, field: Field) => {
      if (text) this.#addText(sums, text, field, language);
    };
    this.#addSubjects(sums, gpt, language);
    addField(gpt.author, fields.author);
    addField(gpt.welcomeMessage, fields.welcome);
    addField(gpt.promptStarters.join(' '), fields.starters);
    this.#addQuestions(sums, gpt.questions ?? [], language);
    addField(gpt.instructions, fields.instructions);
    for (const term of nameTerms(gpt.name)) addTo(sums, term, fields.name.boost);
    for (const term of labelTerms(gpt)) addTo(sums, term, labelWeight);
    return sums;
  }

  /** Adds the fields that describe the purpose of a GPT. */
  #addSubjects(sums: Map<string, number>, gpt: SearchedGpt, language: Language | undefined): void {
    const places = new Map<string, number>();
    const texts = [
      { field: fields.name, list: [gpt.name] },
      { field: fields.tag, list: gpt.tags },
      { field: fields.description, list: [gpt.description ?? ''] },
    ];
    for (const { field, list } of texts) {
      const own = new Map<string, number>();
      for (const text of list) this.#addText(own, text, field, language);
      for (const [term, weight] of own) {
        addTo(sums, term, weight);
        addTo(places, term, 1);
      }
    }
    // A GPT that has only a name cannot say the need elsewhere.
    if (gpt.tags.length === 0 && !gpt.description) return;
    for (const [group, { categories }] of this.words.groups) {
      const term = terms.group(group);
      const isMentioned = places.get(term) === 1;
      if (!isMentioned || gpt.categories.some((slug) => categories.includes(slug))) continue;
      sums.set(term, (sums.get(term) ?? 0) * mentionShare);
    }
  }

  /** Adds the questions of the examples. A word counts once, because a GPT with more examples is not more about it. */
  #addQuestions(
    sums: Map<string, number>,
    questions: readonly string[],
    language: Language | undefined,
  ): void {
    const weights = new Map<string, number>();
    for (const question of questions) {
      const own = new Map<string, number>();
      this.#addText(own, question, fields.question, language);
      for (const [term, weight] of own) {
        weights.set(term, Math.max(weight, weights.get(term) ?? 0));
      }
    }
    for (const [term, weight] of weights) addTo(sums, term, weight);
  }

  #addText(
    sums: Map<string, number>,
    text: string,
    field: Field,
    language: Language | undefined,
  ): void {
    const { boost, usualLength, hasGroups } = field;
    if (boost < segmentedMinBoost) return addLongText(sums, text, field, language);
    const tokens = tokensOf(text, wordsOfText);
    const weight = boost / (1 - lengthShare + (lengthShare * tokens.length) / usualLength);
    const found = new Set<string>();
    for (const { kind, text: word } of tokens) {
      found.add(word);
      if (kind === 'segment') continue;
      found.add(terms.stem(word, language ?? 'en'));
      this.spellings.add(word);
    }
    for (const word of indexedWords(text, wordsOfText)) found.add(word);
    if (hasGroups) {
      const groups = findGroups(tokens, this.words, wordLanguagesOf(language));
      for (const group of groupsIn(groups)) found.add(terms.group(group));
    }
    for (const term of found) addTo(sums, term, weight);
  }
}

/** Adds the words, stems and pairs of characters of a text that is too long to be segmented. */
function addLongText(
  sums: Map<string, number>,
  text: string,
  { boost, usualLength }: Field,
  language: Language | undefined,
): void {
  const words = indexedWords(text, wordsOfLongText);
  const weight = boost / (1 - lengthShare + (lengthShare * words.size) / usualLength);
  for (const word of words) {
    addTo(sums, word, weight);
    addTo(sums, terms.stem(word, language ?? 'en'), weight);
  }
}

function popularityOf(chats: number): number {
  return 1 + popularity * Math.log10(1 + chats);
}

/** Returns the whole name, joined neighbours, symbols, and single characters of scripts without spaces. */
function nameTerms(name: string): string[] {
  return [
    terms.whole(wholeOf(name)),
    ...neighboursJoined(wordsOf(name, wordsOfText)),
    ...symbolsOf(name).flatMap(pairsOf).map(terms.symbols),
    // So that the first character finds a GPT while its word is being typed.
    ...tokensOf(name, wordsOfText).flatMap(({ kind, text }) =>
      kind === 'segment' ? [...text] : [],
    ),
  ];
}

function addTo(sums: Map<string, number>, term: string, weight: number): void {
  sums.set(term, (sums.get(term) ?? 0) + weight);
}
