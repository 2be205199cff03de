import { sentencesOf } from '#server/services/search/citations/sentences.ts';

/** A longer sentence is returned without its end, so that a text without sentences is not delayed until its end. */
const sentenceMaxCharacters = 4_000;

/** Collects a streamed text and returns its sentences as soon as each is complete. */
export class SentenceStream {
  #rest = '';

  /** Returns the sentences that are complete now. The last one stays: a citation may follow its full stop. */
  add(text: string): string[] {
    this.#rest += text;
    if (!/[.!?。！？\n]/.test(text) && this.#rest.length < sentenceMaxCharacters) return [];
    const pieces = sentencesOf(this.#rest);
    const last = pieces.at(-1);
    if (last === undefined) return [];
    const isTooLong = last.text.length >= sentenceMaxCharacters;
    const complete = isTooLong ? pieces : pieces.slice(0, -1);
    this.#rest = isTooLong ? '' : last.text;
    return complete.map((piece) => piece.text);
  }

  /** Returns the remaining sentences at the end of the text. */
  end(): string[] {
    const pieces = sentencesOf(this.#rest);
    this.#rest = '';
    return pieces.map((piece) => piece.text);
  }
}
