import { ProseSplitter, type TextPart } from '#markdown/proseSplitter.ts';
import { type Span, readSpans } from '#markdown/readSpans.ts';
import { sentencesOf } from '#server/services/search/citations/sentences.ts';

/** A sentence, or a line of a block of code or formulas, which is `fixed`: no program changes it. */
export type Sentence = { text: string; isFixed: boolean };

/** A longer sentence is returned without its end, so that a text without sentences is not delayed until its end. */
const sentenceMaxCharacters = 4_000;

/** How much a long text grows before the end of its sentence is looked for again, so that the work stays linear. */
const longRest = 400;
const growth = 1.2;

/** Collects a streamed text and returns its sentences as soon as each is complete. No sentence ends within code or a formula. */
export class SentenceStream {
  #splitter = new ProseSplitter();
  #rest = '';
  #nextLength = 0;

  /** Returns the sentences that are complete now. The last one stays: a citation may follow its full stop. */
  add(text: string): Sentence[] {
    return this.#splitter.add(text).flatMap((part) => this.#take(part));
  }

  /** Returns the remaining sentences at the end of the text. */
  end(): Sentence[] {
    const sentences = this.#splitter.end().flatMap((part) => this.#take(part));
    this.#splitter = new ProseSplitter();
    return [...sentences, ...this.#flush()];
  }

  #take({ kind, text, begins }: TextPart): Sentence[] {
    const before = begins && text.trim() !== '' ? this.#flush() : [];
    if (kind === 'fixed') return [...before, { text, isFixed: true }];
    this.#rest += text;
    if (/[.!?。！？\n]/.test(text) || this.#rest.length >= sentenceMaxCharacters)
      before.push(...this.#complete());
    return before;
  }

  #complete(): Sentence[] {
    if (this.#rest.length < this.#nextLength) return [];
    if (this.#rest.length >= sentenceMaxCharacters) return this.#flush();
    const spans = readSpans(this.#rest);
    const end = openFrom(spans);
    const complete = split(this.#rest, spans).slice(0, -1);
    const certain: string[] = [];
    let length = 0;
    for (const sentence of complete) {
      if (length + sentence.length > end) break;
      length += sentence.length;
      certain.push(sentence);
    }
    this.#rest = this.#rest.slice(length);
    this.#nextLength = this.#rest.length < longRest ? 0 : this.#rest.length * growth;
    return certain.map((text) => ({ text, isFixed: false }));
  }

  #flush(): Sentence[] {
    const text = this.#rest;
    this.#rest = '';
    this.#nextLength = 0;
    if (text === '') return [];
    return split(text, readSpans(text)).map((one) => ({ text: one, isFixed: false }));
  }
}

/** Splits a text into sentences that do not end within code, formulas, links and brackets. */
function split(text: string, spans: readonly Span[]): string[] {
  return sentencesOf(masked(spans)).map(({ start, end }) => text.slice(start, end));
}

/** Returns the text with letters in the place of everything within which no sentence ends. */
function masked(spans: readonly Span[]): string {
  return spans
    .map(({ kind, source }) => (kind === 'prose' ? source : 'X'.repeat(source.length)))
    .join('')
    .replace(/\[[^[\]\n]{20,300}\]/g, (group) => `[${'X'.repeat(group.length - 2)}]`);
}

/** Returns where code, a formula or a bracket begins whose end has not arrived yet; the length if there is none. */
function openFrom(spans: readonly Span[]): number {
  const prose = spans
    .map(({ kind, source }) => (kind === 'prose' ? source : ' '.repeat(source.length)))
    .join('');
  const lastLine = prose.lastIndexOf('\n') + 1;
  const dollar = prose.slice(lastLine).search(/\$(?=\S)/);
  const target = /\]\([^)\n]*$/.exec(prose)?.index;
  const found = [
    prose.indexOf('`'),
    dollar < 0 ? -1 : lastLine + dollar,
    target === undefined ? -1 : prose.lastIndexOf('[', target),
    openBracket(prose),
    openFormula(spans),
  ];
  return Math.min(prose.length, ...found.filter((at) => at >= 0));
}

function openBracket(prose: string): number {
  const open: number[] = [];
  for (let at = 0; at < prose.length; at += 1) {
    if (prose[at] === '[') open.push(at);
    else if (prose[at] === ']') open.pop();
  }
  return open[0] ?? -1;
}

/** Returns where `\(` or `\[` is: with its end it would be a formula. */
function openFormula(spans: readonly Span[]): number {
  let at = 0;
  for (const { source } of spans) {
    if (source === '\\(' || source === '\\[') return at;
    at += source.length;
  }
  return -1;
}
