import type { SearchSource } from '#contract/aiSearch.ts';
import { searchLimits } from '#domain/aiSearch.ts';
import { followUpMark, noSourceWord } from '#server/gateways/models/searchProtocol.ts';
import type { AnswerSink } from '#server/services/chat/readModel.ts';
import {
  checkSentence,
  type SourceForms,
} from '#server/services/search/citations/checkSentence.ts';
import { formsIn } from '#server/services/search/citations/facts.ts';
import { withoutCitations } from '#server/services/search/citations/normaliseCitations.ts';
import { SentenceStream } from '#server/services/search/citations/sentenceStream.ts';
import { withoutLinks } from '#server/services/search/citations/withoutLinks.ts';

/**
 * Stands between a model and an answer: every sentence is checked before it is shown. Nothing is shown before the first
 * sentence that cites a source; an answer without any stays empty.
 */
export class CheckedAnswer implements AnswerSink {
  readonly #live: AnswerSink;
  readonly #forms: SourceForms;
  readonly #sentences = new SentenceStream();
  readonly #followUps: string[] = [];
  /** Sentences before the first citation. */
  #held = '';
  #before = '';
  #hasCitation = false;
  #isOver = false;
  #lastLine = '';
  #firstText: Date | undefined;

  constructor(live: AnswerSink, sources: readonly SearchSource[]) {
    this.#live = live;
    this.#forms = new Map(
      sources.map(({ number, title, date, quotes }) => [
        number,
        formsIn([title, date ?? '', ...quotes.map(({ text }) => text)].join('\n')),
      ]),
    );
  }

  get signal(): AbortSignal {
    return this.#live.signal;
  }

  get isBlank(): boolean {
    return this.#live.isBlank;
  }

  get firstText(): Date | undefined {
    return this.#firstText;
  }

  /** The next questions that the model suggests. */
  get followUps(): string[] {
    return this.#followUps
      .map((line) =>
        withoutCitations(withoutLinks(line))
          .replace(/[`*_#|]/g, '')
          .trim(),
      )
      .filter((line) => line !== '' && line.length <= searchLimits.followUpCharacters)
      .filter((line, index, all) => all.indexOf(line) === index)
      .slice(0, searchLimits.followUps);
  }

  abort(reason: Error): void {
    this.#live.abort(reason);
  }

  append(text: string): void {
    this.#firstText ??= new Date();
    for (const sentence of this.#sentences.add(text)) this.#take(sentence);
  }

  /** The model has said everything. */
  flushText(): void {
    for (const sentence of this.#sentences.end()) this.#take(sentence);
    this.#endLine();
  }

  #take(sentence: string): void {
    if (!this.#isOver && sentence.trimStart().startsWith(followUpMark)) this.#isOver = true;
    if (this.#isOver) return this.#takeFollowUp(sentence);
    if (sentence.trim() === noSourceWord) return;
    const checked = checkSentence(sentence, this.#forms, this.#before);
    this.#before = checked.text.at(-1) ?? this.#before;
    this.#held += checked.text;
    this.#hasCitation ||= checked.citations.length > 0;
    if (!this.#hasCitation) return;
    this.#live.append(this.#held);
    this.#held = '';
  }

  /** A question may have several sentences: only its line ends it. */
  #takeFollowUp(sentence: string): void {
    this.#lastLine += sentence;
    if (sentence.endsWith('\n')) this.#endLine();
  }

  #endLine(): void {
    const line = this.#lastLine.trim();
    this.#lastLine = '';
    if (line.startsWith(followUpMark)) this.#followUps.push(line.slice(followUpMark.length).trim());
  }
}
