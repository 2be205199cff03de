import {
  closingAtStart,
  closingOf,
  endsInCode,
  endsThoughts,
  firstOfMark,
  isAtLineStart,
  isOpening,
  mayBecomeMark,
  nextMark,
  openingAtStart,
  unfinishedMark,
} from '#server/gateways/models/thoughtTags.ts';

/** The text of an answer, the thoughts before it, and whether all text so far was thoughts. */
type Filtered = { text: string; thought: string; isDiscarding: boolean };

/** An opening mark and a space may be the words of an answer, unless a closing mark or so many characters follow. */
const doubtfulCharacters = 2_000;

/** Marks that are examined; each examination reads the whole answer. An answer with more is about such marks. */
const examinedMarks = 50;

/**
 * Removes the thoughts of a model from the stream of its answer: `<think>…</think>` at its beginning, further ones at
 * the beginning of a line, and everything before a `</think>` without an opening mark. Marks are recognised when they
 * are cut between texts, too.
 */
export class ThoughtFilter {
  #state: 'start' | 'thought' | 'text' = 'start';
  /** Received, and not yet known to be text or thought. */
  #rest = '';
  /** All text since the beginning or the last discard. */
  #text = '';
  #hasThoughts = false;
  /** The closing mark of the thought. */
  #closing = '';
  /** The opening mark with its white space, while the thought is doubtful. */
  #doubtful = '';
  #examined = 0;
  /** The result of the current call. */
  #filtered: Filtered = { text: '', thought: '', isDiscarding: false };

  push(text: string): Filtered {
    // The fast path of nearly every text.
    if (this.#state === 'text' && this.#rest === '' && !firstOfMark.test(text)) {
      this.#text += text;
      return { text, thought: '', isDiscarding: false };
    }
    this.#rest += text;
    return this.#read(false);
  }

  /** Returns the rest of the text when nothing more follows. */
  end(): Filtered {
    return this.#read(true);
  }

  #read(isEnd: boolean): Filtered {
    this.#filtered = { text: '', thought: '', isDiscarding: false };
    while (this.#step(isEnd));
    return this.#filtered;
  }

  /** Returns whether there may be more to read. */
  #step(isEnd: boolean): boolean {
    switch (this.#state) {
      case 'start':
        return this.#begin(isEnd);
      case 'thought':
        return this.#think(isEnd);
      case 'text':
        return this.#speak(isEnd);
    }
  }

  #begin(isEnd: boolean): boolean {
    const opening = openingAtStart.exec(this.#rest);
    if (opening?.[1] !== undefined) {
      this.#rest = this.#rest.slice(opening[0].length);
      this.#openThought(opening[1], this.#hasThoughts ? '' : opening[0]);
      return true;
    }
    const closing = closingAtStart.exec(this.#rest)?.[0];
    if (closing !== undefined) {
      this.#rest = this.#rest.slice(closing.length);
      this.#hasThoughts = true;
      return true;
    }
    const start = this.#rest.trimStart();
    if (!isEnd && mayBecomeMark(start)) return false;
    if (this.#hasThoughts) this.#rest = start;
    this.#state = 'text';
    return true;
  }

  #openThought(mark: string, doubtful: string): void {
    this.#closing = closingOf(mark);
    this.#doubtful = doubtful;
    this.#state = 'thought';
  }

  #think(isEnd: boolean): boolean {
    if (!/^ ?$|^ \S/.test(this.#rest.slice(0, 2)) || this.#rest.length > doubtfulCharacters) {
      this.#doubtful = '';
    }
    const end = this.#rest.toLowerCase().indexOf(this.#closing);
    if (end !== -1) {
      this.#filtered.thought += this.#rest.slice(0, end);
      this.#rest = this.#rest.slice(end + this.#closing.length);
      this.#hasThoughts = true;
      this.#state = 'start';
      return true;
    }
    if (isEnd) {
      if (this.#doubtful === '') this.#filtered.thought += this.#rest;
      else this.#pass(this.#doubtful + this.#rest);
      this.#rest = '';
    } else if (this.#doubtful === '') {
      // The rest may hold the start of the closing mark.
      const known = Math.max(0, this.#rest.length - this.#closing.length + 1);
      this.#filtered.thought += this.#rest.slice(0, known);
      this.#rest = this.#rest.slice(known);
    }
    return false;
  }

  #speak(isEnd: boolean): boolean {
    const found = this.#examined < examinedMarks ? nextMark.exec(this.#rest) : null;
    if (found === null) {
      const kept = isEnd ? '' : unfinishedMark(this.#rest);
      this.#take(this.#rest.length - kept.length);
      return false;
    }
    const [mark] = found;
    this.#take(found.index);
    const after = this.#rest.slice(mark.length);
    // The text after a mark decides whether it belongs to thoughts.
    if (!isEnd && after.trim() === '') return false;
    this.#examined += 1;
    this.#judge(mark, after);
    return true;
  }

  /** Removes a mark that belongs to thoughts; takes any other as text. */
  #judge(mark: string, after: string): void {
    const isOwnLine = this.#hasThoughts && isAtLineStart(this.#text) && !endsInCode(this.#text);
    if (isOwnLine) {
      this.#rest = after;
      if (isOpening(mark)) this.#openThought(mark, '');
    } else if (!isOpening(mark) && !this.#hasThoughts && endsThoughts(this.#text, after)) {
      this.#discard();
      this.#rest = after;
      this.#hasThoughts = true;
      this.#state = 'start';
    } else {
      this.#take(mark.length);
    }
  }

  #take(length: number): void {
    this.#pass(this.#rest.slice(0, length));
    this.#rest = this.#rest.slice(length);
  }

  #pass(text: string): void {
    this.#text += text;
    this.#filtered.text += text;
  }

  #discard(): void {
    // Text that was not passed on before needs no discard.
    const isDiscarding = this.#text.length > this.#filtered.text.length;
    this.#filtered = {
      text: '',
      thought: this.#filtered.thought + this.#text,
      isDiscarding: this.#filtered.isDiscarding || isDiscarding,
    };
    this.#text = '';
  }
}
