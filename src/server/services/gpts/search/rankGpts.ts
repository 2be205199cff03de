import type { Language } from '#domain/languages/languages.ts';
import { bestOf } from '#server/services/gpts/search/bestOf.ts';
import {
  foreignFactor,
  languageFactors,
  listKey,
} from '#server/services/gpts/search/languageOrder.ts';
import { markedWords } from '#server/services/gpts/search/markedWords.ts';
import { findQuoted, subjectWeight } from '#server/services/gpts/search/quotedQuestions.ts';
import { type Concept, readConcepts } from '#server/services/gpts/search/readConcepts.ts';
import type { SearchIndex } from '#server/services/gpts/search/searchIndex.ts';
import { type Filters, filterTerms, terms } from '#server/services/gpts/search/terms.ts';
import { Weights } from '#server/services/gpts/search/weights.ts';
import { wholeOf } from '#domain/texts/words.ts';

export type RequestedGpts = {
  query: string;
  locale: Language;
  filters: Filters;
  /** If present, only GPTs with these ids are found. */
  among?: readonly string[];
  offset: number;
  size: number;
};

export type FoundGpts = {
  /** The GPTs of the window: those of that name, then full matches, then partial ones, each by score. */
  ids: string[];
  total: number;
  fullTotal: number;
  marked: string[];
  /** Slugs of matching categories, best first. */
  categories: string[];
};

/** A smaller weight comes from a single word in a long text, which is not the subject of the GPT. */
const firmWeight = 0.06;

/**
 * The same for a word of the editors: a GPT that is for this need has a word of the group in its name, tags or description.
 * “My bike was stolen”, an example of a logo designer, is no bike.
 */
const firmGroupWeight = 0.25;

/** The share of a support's weight that counts in a GPT that also has a clue. */
const supportShare = 0.35;

/** The share of a guess's weight that counts where another GPT has what was said. */
const loosenedShare = 0.5;

/** How much more related needs count as a subject, where no GPT has the only need of a query. */
const relatedSubject = 2;

/** The share that a word outside the editors' groups (“make”, “Lisbon”) counts, compared with one of a group. */
const unnamedShare = 0.2;

/** The factor of a GPT that matches supports only. */
const uncoveredFactor = 0.15;

/**
 * Partial and full matches below these shares of the best score are left out: a page full of weak matches is useless.
 */
const relatedShare = 0.6;
const fullShare = 0.5;

/** Rounding: sums of the same weights in another order may differ a little. */
const nearlyAll = 0.999;

/** A number larger than any score: it separates names, full matches and partial matches in the order. */
const tierStep = 1e6;

/** So small that it does not change the order of GPTs that have the words of a quotation. */
const quotedScore = 1e-6;

const categoriesShown = 4;

/** Ranks the GPTs of an index, one query at a time, because queries share working memory. */
export class Ranker {
  readonly #index: SearchIndex;
  readonly #scores = new Weights();
  readonly #covered = new Weights();
  readonly #own = new Weights();
  readonly #supported = new Weights();
  /** The weight of the required concept that each GPT has most of. */
  readonly #subjects = new Weights();
  #required = 0;
  /** GPTs for another language than the query names. */
  #otherLanguage: ReadonlySet<number> = new Set();
  /** GPTs with an example whose question contains the query. */
  #quoted: ReadonlySet<number> = new Set();
  /** The sort keys of GPTs, by their number. */
  #keys = new Float64Array(0);

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  /** Finds GPTs that pass the filters, by need; without a query, all in the order of lists. */
  find(requested: RequestedGpts): FoundGpts {
    const allowed = this.#allowed(requested);
    if (requested.query === '') return this.#listAll(allowed, requested);
    const concepts = readConcepts(requested.query, requested.locale, this.#index);
    const named = new Set(this.#index.postingsOf(terms.whole(wholeOf(requested.query))).gpts);
    this.#quoted = findQuoted(requested, this.#index);
    this.#score(concepts, named);
    this.#otherLanguage = this.#findOtherLanguage(concepts);
    const found = this.#select(requested, named, allowed);
    return {
      ...found,
      marked: markedWords(requested, concepts, this.#index.words),
      categories: this.#categoriesOf(concepts),
    };
  }

  /** Returns the GPTs that pass the filters; `undefined` if there are no filters. */
  #allowed({ filters, among }: RequestedGpts): Set<number> | undefined {
    const numbers = among?.flatMap((id) => this.#index.numberOf(id) ?? []);
    const terms = filterTerms(filters);
    const lists = [
      ...(numbers ? [numbers] : []),
      ...terms.map((term) => this.#index.postingsOf(term).gpts),
    ];
    const [first, ...others] = lists.toSorted((one, other) => one.length - other.length);
    if (!first) return undefined;
    return others.reduce((kept, list) => kept.intersection(new Set(list)), new Set(first));
  }

  /** Lists GPTs as the pages of the site do: in languages that readers know first, then by popularity. */
  #listAll(
    allowed: ReadonlySet<number> | undefined,
    { locale, offset, size }: RequestedGpts,
  ): FoundGpts {
    this.#fitKeys();
    const { ids: all, popularities } = this.#index;
    const found = [...(allowed ?? all.keys())].filter((number) => popularities[number]);
    const keyOf = listKey(this.#index, locale);
    for (const number of found) this.#keys[number] = keyOf(number);
    const ids = this.#best(found, offset, size);
    return { ids, total: found.length, fullTotal: found.length, marked: [], categories: [] };
  }

  #score(concepts: readonly Concept[], named: ReadonlySet<number>): void {
    this.#fitKeys();
    const { numbers } = this.#index;
    for (const weights of [
      this.#scores,
      this.#covered,
      this.#own,
      this.#supported,
      this.#subjects,
    ]) {
      weights.clear();
      weights.fit(numbers);
    }
    this.#required = 0;
    const hasNamed = concepts.some(({ named }) => named);
    const required = concepts.filter(({ named }) => named || !hasNamed);
    const needs = new Set(
      required.map(({ groups, words }) => (groups.length > 0 ? groups : words).join()),
    );
    for (const concept of concepts) {
      this.#add(concept, { isRequired: required.includes(concept), isOnly: needs.size === 1 });
    }
    // Names may consist of stop words or symbols only, which have no score.
    for (const number of named) this.#scores.add(number, 1);
    for (const number of this.#quoted) this.#scores.add(number, quotedScore);
  }

  /**
   * Adds a concept: a rarer one counts more. One that is not required cannot make a match partial, unless no GPT has
   * it. `isOnly`: the query asks for nothing else, so that related needs may replace it.
   */
  #add(
    { clues, supports, labels, groups }: Concept,
    { isRequired, isOnly }: { isRequired: boolean; isOnly: boolean },
  ): void {
    const [own, supported] = [this.#own, this.#supported];
    const { popularities } = this.#index;
    const leastOf = this.#leastWeights(groups);
    const isFirm = (gpt: number) => own.at(gpt) > leastOf(gpt) && popularities[gpt] !== 0;
    own.raise(
      clues.filter(({ loose }) => !loose),
      this.#index,
    );
    const touchedFirm = own.touched.filter(isFirm);
    // Where a GPT has what was said, a guess at it counts less.
    const loosened = touchedFirm.length > 0 ? loosenedShare : 1;
    own.raise(
      clues.flatMap(({ term, share, loose }) => (loose ? [{ term, share: share * loosened }] : [])),
      this.#index,
    );
    const isOwned = own.touched.some((gpt) => popularities[gpt]);
    const firm = touchedFirm.length > 0 ? touchedFirm : own.touched.filter(isFirm);
    supported.raise(isOwned ? supports : [...supports, ...labels], this.#index);
    const rarity = Math.log(1 + (this.#index.size - firm.length + 0.5) / (firm.length + 0.5));
    // A word that no GPT has makes every match partial, also one outside the editors’ groups.
    const isNeeded = isRequired || !isOwned;
    const factor = isRequired ? rarity : rarity * unnamedShare;
    for (const gpt of supported.touched) {
      const share = own.at(gpt) > 0 || !isOnly ? supportShare : 1;
      this.#scores.add(gpt, factor * share * supported.at(gpt));
      if (isRequired && isOnly && firm.length === 0) {
        this.#setSubject(gpt, supported.at(gpt) * relatedSubject);
      }
    }
    for (const gpt of own.touched) {
      this.#scores.add(gpt, factor * own.at(gpt));
      if (isRequired) this.#setSubject(gpt, own.at(gpt));
    }
    if (isNeeded) {
      this.#required += rarity;
      for (const gpt of firm) this.#covered.add(gpt, rarity);
    }
    own.clear();
    supported.clear();
  }

  /** Returns the weight above which a GPT has a concept of these groups. Languages are often named in long texts only. */
  #leastWeights(groups: readonly string[]): (gpt: number) => number {
    const { words } = this.#index;
    const isNamed =
      groups.length > 0 && !groups.some((group) => words.groups.get(group)?.isLanguage);
    const lists = groups.map((group) => this.#index.postingsOf(terms.group(group)).gpts);
    const grouped = new Set(isNamed ? lists.flat() : []);
    return (gpt) => (isNamed && !grouped.has(gpt) ? firmGroupWeight : firmWeight);
  }

  /** Returns the GPTs that name languages, but none of those that the query names. */
  #findOtherLanguage(concepts: readonly Concept[]): Set<number> {
    const { groups } = this.#index.words;
    const named = new Set(concepts.flatMap((concept) => concept.groups));
    const all = [...groups].flatMap(([group, { isLanguage }]) => (isLanguage ? [group] : []));
    const gptsOf = (some: readonly string[]) =>
      new Set(some.flatMap((group) => this.#index.postingsOf(terms.group(group)).gpts));
    const asked = all.filter((group) => named.has(group));
    return asked.length === 0 ? new Set() : gptsOf(all).difference(gptsOf(asked));
  }

  #setSubject(gpt: number, weight: number): void {
    const more = weight - this.#subjects.at(gpt);
    if (more > 0) this.#subjects.add(gpt, more);
  }

  #select(
    { query, locale, filters, offset, size }: RequestedGpts,
    named: ReadonlySet<number>,
    allowed: ReadonlySet<number> | undefined,
  ): Pick<FoundGpts, 'ids' | 'total' | 'fullTotal'> {
    const { popularities, languages: languagesOf } = this.#index;
    const factors = filters.lang ? undefined : languageFactors(query, locale);
    const found: number[] = [];
    let best = 0;
    for (const number of this.#scores.touched) {
      const popularity = popularities[number] as number;
      if (popularity === 0 || (allowed && !allowed.has(number))) continue;
      const coverage = this.#required === 0 ? 1 : this.#covered.at(number) / this.#required;
      const factor = factors ? (factors[languagesOf[number] as number] ?? foreignFactor) : 1;
      const score =
        this.#scores.at(number) *
        factor *
        popularity *
        (uncoveredFactor + (1 - uncoveredFactor) * coverage);
      const isFull = coverage > nearlyAll && factor > foreignFactor;
      const tier = named.size > 0 && named.has(number) ? 2 : isFull ? 1 : 0;
      const isSubject = tier > 0 || this.#subjects.at(number) >= subjectWeight;
      const isFitting = isSubject && (tier === 2 || !this.#otherLanguage.has(number));
      if (!isFitting && !this.#quoted.has(number)) continue;
      // A quotation leaves the other results as they are.
      if (tier < 2 && isFitting && score > best) best = score;
      this.#keys[number] = tier * tierStep + score;
      found.push(number);
    }
    const shown = found.filter((number) => {
      const key = this.#keys[number] as number;
      const tier = Math.floor(key / tierStep);
      if (tier === 2 || this.#quoted.has(number)) return true;
      return key - tier * tierStep >= best * (tier === 1 ? fullShare : relatedShare);
    });
    const fullTotal = shown.filter((number) => (this.#keys[number] as number) >= tierStep).length;
    const ids = this.#best(shown, offset, size);
    return { ids, total: shown.length, fullTotal };
  }

  #best(numbers: readonly number[], offset: number, size: number): string[] {
    const idOf = (number: number) => this.#index.ids[number] ?? '';
    return bestOf(numbers, { keys: this.#keys, idOf }, { offset, size }).map(idOf);
  }

  #fitKeys(): void {
    const { numbers } = this.#index;
    if (this.#keys.length < numbers) this.#keys = new Float64Array(numbers * 2);
  }

  #categoriesOf(concepts: readonly Concept[]): string[] {
    const slugs = new Set(concepts.flatMap(({ categories }) => categories));
    const used = [...slugs].filter((slug) => this.#index.has(terms.label('category', slug)));
    return used.slice(0, categoriesShown);
  }
}
