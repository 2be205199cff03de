/** Most weight of a text whose inline markup is parsed at once. */
const weightAtMost = 3_000;

const signWeight = 10;

/** Signs that may begin inline markup. Parsing takes longer the more a text has of them. */
const signs = new Set('[]()<>!`*_~$\\&@:'.split('').map((sign) => sign.charCodeAt(0)));

/**
 * Cuts the text of a paragraph, heading or cell between words, so that no part weighs more than `weightAtMost`. A cut is
 * outside brackets, code, formulas and bold text if there is such a place in the second half of the part.
 */
export function cutInline(text: string): string[] {
  if (text.length * signWeight <= weightAtMost) return [text];
  const parts: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = partEnd(text, start);
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

/** Returns an upper bound of the work of parsing a text, in plain characters. */
export function weightOf(text: string): number {
  let weight = text.length;
  for (let at = 0; at < text.length; at += 1) {
    if (signs.has(text.charCodeAt(at))) weight += signWeight - 1;
  }
  return weight;
}

function partEnd(text: string, start: number): number {
  const open = new OpenMarks();
  let weight = 0;
  let blank = 0;
  let outside = 0;
  for (let at = start; at < text.length; at += 1) {
    weight += signs.has(text.charCodeAt(at)) ? signWeight : 1;
    if (weight > weightAtMost) return outside || blank || wholeCharacter(text, at);
    open.read(text.charAt(at));
    if (weight > weightAtMost / 2 && isBetweenWords(text, at)) {
      blank = at;
      if (open.none) outside = at;
    }
  }
  return text.length;
}

/** Whether a blank is there, or the end of a clause in a language without blanks. */
function isBetweenWords(text: string, at: number): boolean {
  return ' \n'.includes(text.charAt(at)) || '。，、；：！？'.includes(text.charAt(at - 1));
}

/** Returns `at`, or the index before it if there a character of two units would be divided. */
function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc_00 && unit <= 0xdf_ff ? at - 1 : at;
}

/** Counts which pairs of signs are open. */
class OpenMarks {
  #depth = 0;
  /** The stars before the character that is read. */
  #stars = 0;
  readonly #odd = new Set<string>();

  get none(): boolean {
    return this.#depth === 0 && this.#odd.size === 0;
  }

  read(character: string): void {
    if (character === '*') {
      this.#stars += 1;
      return;
    }
    if (this.#stars >= 2) this.#toggle('**');
    if (this.#stars % 2 === 1) this.#toggle('*');
    this.#stars = 0;
    if (character === '[' || character === '(') this.#depth += 1;
    else if (character === ']' || character === ')') this.#depth = Math.max(0, this.#depth - 1);
    else if (character === '`' || character === '$') this.#toggle(character);
  }

  #toggle(mark: string): void {
    if (!this.#odd.delete(mark)) this.#odd.add(mark);
  }
}
