import { sentencesOf } from '#server/services/search/citations/sentences.ts';

/** A sentence without an end is let go here, so that a strange text cannot be kept back for ever. */
const longestSentence = 4_000;

/** Collects a text that arrives in pieces, and hands out its sentences as soon as each is complete. */
export class SentenceStream {
  #rest = '';

  /** Returns the sentences that are complete now. The last one is kept: a citation may follow its full stop. */
  add(text: string): string[] {
    this.#rest += text;
    if (!/[.!?。！？\n]/.test(text) && this.#rest.length < longestSentence) return [];
    const pieces = sentencesOf(this.#rest);
    const last = pieces.at(-1);
    if (last === undefined) return [];
    const isTooLong = last.text.length >= longestSentence;
    const complete = isTooLong ? pieces : pieces.slice(0, -1);
    this.#rest = isTooLong ? '' : last.text;
    return complete.map((piece) => piece.text);
  }

  /** Returns what is left, at the end of the text. */
  end(): string[] {
    const pieces = sentencesOf(this.#rest);
    this.#rest = '';
    return pieces.map((piece) => piece.text);
  }
}
