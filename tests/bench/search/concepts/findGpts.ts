import type { Language } from '#domain/languages.ts';
import { wholeOf } from '#server/services/gpts/search/words.ts';
import { languageOfScript } from './languageOfText.ts';
import { type Concept, readConcepts } from './readConcepts.ts';
import type { SearchIndex } from './searchIndex.ts';
import { type SearchWords, scriptsOf } from './searchWords.ts';
import { Weights } from './weights.ts';

/** How a query finds a GPT, best first: by its whole name, by everything that is asked for, or by a part of it. */
const matches = ['name', 'full', 'partial'] as const;

export type FoundGpt = { id: string; score: number; match: (typeof matches)[number] };

/** A smaller weight comes from a single word in a long text, which is not what the GPT is about. */
const firmWeight = 0.06;

/** The share of a support in a GPT that has a clue as well. */
const supportShare = 0.35;

/** The worth of a word outside the editors' groups (“make”, “Lisbon”, “professional”) beside one of a group. */
const unnamedShare = 0.2;

/** Factors of GPTs that are not in the language of the interface. */
const englishFactor = 0.8;
const foreignFactor = 0.1;

/** The factor of a GPT that has nothing of what is asked for but supports. */
const uncoveredFactor = 0.15;

/** Sums of the same weights in another order may differ a little. */
const nearlyAll = 0.999;

/** How much each further order of magnitude of chats adds. */
const popularity = 0.03;

/**
 * Finds at most `most` GPTs by need: those of that name, then full matches, then partial ones, each by score. A GPT in a
 * language that visitors of the interface do not expect is a partial match at best.
 */
export function findGpts(
  index: SearchIndex,
  words: SearchWords,
  { query, locale, most }: { query: string; locale: Language; most: number },
): FoundGpt[] {
  const concepts = readConcepts(query, locale, index, words);
  const hasNamed = concepts.some(({ named }) => named);
  const tally = new Tally(index);
  for (const concept of concepts) tally.add(concept, concept.named || !hasNamed);
  const whole = wholeOf(query);
  const languageFactor = languageFactors(query, locale);
  const found = tally.scores.touched.map((number) => {
    const gpt = index.gptAt(number);
    const coverage = tally.coverageOf(number);
    const factor = languageFactor(gpt.language);
    const score =
      tally.scores.at(number) *
      factor *
      (1 + popularity * Math.log10(1 + gpt.chats)) *
      (uncoveredFactor + (1 - uncoveredFactor) * coverage);
    const isFull = coverage > nearlyAll && factor > foreignFactor;
    const tier = gpt.whole === whole ? 0 : isFull ? 1 : 2;
    return { id: gpt.id, score, tier };
  });
  return found
    .toSorted((one, other) => one.tier - other.tier || other.score - one.score)
    .slice(0, most)
    .map(({ id, score, tier }) => ({ id, score, match: matches[tier] ?? 'partial' }));
}

/** Adds up what the concepts of a query are worth to each GPT. */
class Tally {
  readonly scores: Weights;
  readonly #index: SearchIndex;
  readonly #covered: Weights;
  readonly #own: Weights;
  readonly #supported: Weights;
  #required = 0;

  constructor(index: SearchIndex) {
    this.#index = index;
    const weights = () => new Weights(index.size);
    [this.scores, this.#covered, this.#own, this.#supported] = [
      weights(),
      weights(),
      weights(),
      weights(),
    ];
  }

  /** The rarer a concept, the more it is worth. Concepts that are not required do not make a match partial. */
  add({ clues, supports }: Concept, isRequired: boolean): void {
    this.#own.raise(clues, this.#index);
    this.#supported.raise(supports, this.#index);
    const own = this.#own.touched.filter((gpt) => this.#own.at(gpt) > firmWeight);
    const all = [...this.#own.touched, ...this.#supported.touched];
    const firm = own.length > 0 ? own : [...new Set(all)];
    const { size } = this.#index;
    const rarity = Math.log(1 + (size - firm.length + 0.5) / (firm.length + 0.5));
    const factor = isRequired ? rarity : rarity * unnamedShare;
    for (const gpt of this.#supported.touched) {
      const share = this.#own.at(gpt) > 0 ? supportShare : 1;
      this.scores.add(gpt, factor * share * this.#supported.at(gpt));
    }
    for (const gpt of this.#own.touched) this.scores.add(gpt, factor * this.#own.at(gpt));
    if (isRequired && firm.length > 0) {
      this.#required += rarity;
      for (const gpt of firm) this.#covered.add(gpt, rarity);
    }
    this.#own.clear();
    this.#supported.clear();
  }

  /** The share of what is required that a GPT has, from 0 to 1. */
  coverageOf(gpt: number): number {
    return this.#required === 0 ? 1 : this.#covered.at(gpt) / this.#required;
  }
}

/** GPTs in the language of the interface come first, then English ones, unless the query is in another script. */
function languageFactors(
  query: string,
  locale: Language,
): (language: Language | undefined) => number {
  const script = languageOfScript(query);
  const isForeign = script && script !== locale && !(script === 'zh' && locale === 'ja');
  const read = isForeign ? [locale, script] : [locale];
  const own = new Set<Language | undefined>(read.flatMap(scriptsOf));
  return (language) => (own.has(language) ? 1 : language === 'en' ? englishFactor : foreignFactor);
}
