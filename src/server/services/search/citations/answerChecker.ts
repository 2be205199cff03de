import { unsupportedMark } from '#domain/search/aiSearch.ts';
import { cleanProse } from '#server/services/search/citations/cleanProse.ts';
import { hasCue, isComputed } from '#server/services/search/citations/computedNumbers.ts';
import { type Fact, factsIn } from '#server/services/search/citations/facts.ts';
import {
  comparable as comparableText,
  quotationsIn,
} from '#server/services/search/citations/quotations.ts';

/** The numbers and dates of sources (`formsIn`), by the sources' numbers. */
export type SourceForms = ReadonlyMap<number, ReadonlySet<string>>;

/** The texts of sources by their numbers, and the question, whose quotations an answer may repeat. */
export type SourceTexts = { byNumber: ReadonlyMap<number, string>; question: string };

export type CheckedSentence = { text: string; citations: number[]; isSupported: boolean };

/** How many supported numbers of earlier sentences a number may be computed from. */
const rememberedFacts = 12;

/**
 * Checks the sentences of an answer in their order by rules, without a model. Removes links, pictures, and citations of
 * sources that were not opened. Marks a sentence if a number, date or quotation in it is in none of the cited sources,
 * or, without citations, in no source. Nothing within code and formulas is read or changed.
 */
export class AnswerChecker {
  readonly #sources: SourceForms;
  readonly #texts: ReadonlyMap<number, string> | undefined;
  readonly #question: string;
  readonly #opened: ReadonlySet<number>;
  /** Supported numbers of earlier sentences. */
  #earlier: readonly Fact[] = [];
  #tableHasCue = false;

  constructor(sources: SourceForms, texts?: SourceTexts) {
    this.#sources = sources;
    this.#opened = new Set(sources.keys());
    this.#texts =
      texts && new Map([...texts.byNumber].map(([n, text]) => [n, comparableText(text)]));
    this.#question = comparableText(texts?.question ?? '');
  }

  /** `before` is the last character of the preceding text. */
  check(sentence: string, before = ''): CheckedSentence {
    const { text, citations, comparable } = cleanProse(sentence, this.#opened, before);
    const numbers = citations.length > 0 ? citations : [...this.#opened];
    const isSupported = this.#hasFacts(comparable, numbers) && this.#hasQuotes(comparable, numbers);
    return { text: isSupported ? text : marked(text), citations, isSupported };
  }

  #hasFacts(comparable: string, numbers: readonly number[]): boolean {
    const sources = numbers.map((number) => this.#sources.get(number) ?? new Set<string>());
    const facts = factsIn(comparable);
    const supported = facts.filter((fact) =>
      fact.forms.some((form) => sources.some((forms) => forms.has(form))),
    );
    const isRow = comparable.trimStart().startsWith('|');
    const isCued = hasCue(comparable);
    this.#tableHasCue = isRow && (this.#tableHasCue || isCued);
    const operands = [...(isCued ? this.#earlier : []), ...supported];
    const others = facts.filter((fact) => !supported.includes(fact));
    this.#earlier = [...this.#earlier, ...supported].slice(-rememberedFacts);
    if (others.length > 0 && !isCued && !this.#tableHasCue) return false;
    return others.every((fact) => isComputed(fact, operands));
  }

  #hasQuotes(comparable: string, numbers: readonly number[]): boolean {
    const texts = this.#texts;
    if (!texts) return true;
    return quotationsIn(comparable.replace(/[*_]/g, '')).every(
      (quotation) =>
        this.#question.includes(quotation) ||
        numbers.some((number) => texts.get(number)?.includes(quotation)),
    );
  }
}

function marked(text: string): string {
  const end = text.trimEnd();
  // In a table the mark belongs into the last cell.
  const body = end.endsWith('|') ? end.slice(0, -1).trimEnd() : end;
  const cell = end.slice(body.length);
  return `${body}${unsupportedMark}${cell}${text.slice(end.length)}`;
}
