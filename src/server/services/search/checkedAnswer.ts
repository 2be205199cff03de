import type { SearchSource } from '#contract/search/aiSearch.ts';
import { searchLimits } from '#domain/search/aiSearch.ts';
import { followUpMark, noSourceWord } from '#server/gateways/models/searchProtocol.ts';
import type { AnswerSink } from '#server/services/answers/produce/readModel.ts';
import { AnswerChecker } from '#server/services/search/citations/answerChecker.ts';
import { formsIn } from '#server/services/search/citations/facts.ts';
import { plainProse } from '#server/services/search/citations/cleanProse.ts';
import { type Sentence, SentenceStream } from '#server/services/search/citations/sentenceStream.ts';

/**
 * Receives the text of a model, checks every sentence, and passes it on to the answer. Nothing is passed on before the
 * first sentence that cites a source; an answer without a citation stays empty.
 */
export class CheckedAnswer implements AnswerSink {
  readonly #target: AnswerSink;
  readonly #newChecker: () => AnswerChecker;
  #checker: AnswerChecker;
  readonly #sentences = new SentenceStream();
  readonly #followUps: string[] = [];
  #held = '';
  #lastCharacter = '';
  #hasCitation = false;
  #hasFollowUps = false;
  #lastLine = '';
  #firstText: Date | undefined;

  constructor(target: AnswerSink, sources: readonly SearchSource[], question = '') {
    this.#target = target;
    const texts = new Map(
      sources.map(({ number, title, date, quotes }) => [
        number,
        [title, date ?? '', ...quotes.map(({ text }) => text)].join('\n'),
      ]),
    );
    const forms = new Map([...texts].map(([number, text]) => [number, formsIn(text)]));
    this.#newChecker = () => new AnswerChecker(forms, { byNumber: texts, question });
    this.#checker = this.#newChecker();
  }

  get signal(): AbortSignal {
    return this.#target.signal;
  }

  get isBlank(): boolean {
    return this.#target.isBlank;
  }

  get firstText(): Date | undefined {
    return this.#firstText;
  }

  get followUps(): string[] {
    return this.#followUps
      .map(plainProse)
      .filter((line) => line !== '' && line.length <= searchLimits.followUpCharacters)
      .filter((line, index, all) => all.indexOf(line) === index)
      .slice(0, searchLimits.followUps);
  }

  abort(reason: Error): void {
    this.#target.abort(reason);
  }

  discard(): void {
    this.#sentences.end();
    // Numbers of the discarded text are not operands of the next one.
    this.#checker = this.#newChecker();
    this.#followUps.length = 0;
    this.#held = '';
    this.#lastCharacter = '';
    this.#lastLine = '';
    this.#hasCitation = false;
    this.#hasFollowUps = false;
    this.#target.discard();
  }

  append(text: string): void {
    this.#firstText ??= new Date();
    for (const sentence of this.#sentences.add(text)) this.#take(sentence);
  }

  /** Checks the rest of the text after the end of the model's output. */
  flushText(): void {
    for (const sentence of this.#sentences.end()) this.#take(sentence);
    this.#endLine();
  }

  #take({ text, isFixed }: Sentence): void {
    if (!isFixed && text.trimStart().startsWith(followUpMark)) this.#hasFollowUps = true;
    if (this.#hasFollowUps) return this.#takeFollowUp(text);
    if (!isFixed && text.trim() === noSourceWord) return;
    const checked = isFixed
      ? { text, citations: [] }
      : this.#checker.check(text, this.#lastCharacter);
    this.#lastCharacter = checked.text.at(-1) ?? this.#lastCharacter;
    this.#held += checked.text;
    this.#hasCitation ||= checked.citations.length > 0;
    if (!this.#hasCitation) return;
    this.#target.append(this.#held);
    this.#held = '';
  }

  /** A suggested question may have several sentences and ends with its line. */
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
