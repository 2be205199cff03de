import type { Random } from '../random.ts';

/** A JSON object whose fields are written in any order. */
export type Fields = Record<string, unknown>;

/** Variants that reveal readers which guess at the characters of JSON, of an event stream or of UTF-8. */
const words = [
  ':',
  'Sure:',
  '":"',
  '"',
  '\\',
  '\\n',
  '\n',
  '\r\n',
  '\n\n',
  'data: [DONE]',
  '{',
  '}',
  ', ',
  ' ',
  'é',
  '漢字',
  '👩‍👩‍👧',
  '\u2028',
  '\uFEFF',
  '\0',
  'a',
  'The',
  ' answer',
  'null',
  '\\u0041',
  '</script>',
] as const;

const foreignNames = [
  'obfuscation',
  'service_tier',
  'x',
  'trace',
  'provider',
  '__proto__x',
] as const;

/** A text of a model. */
export function randomText(random: Random, mostWords = 12): string {
  return Array.from({ length: random.whole(0, mostWords) }, () => random.oneOf(words)).join('');
}

/** The text in pieces that are cut anywhere, also inside a character of two UTF-16 units; some are empty. */
export function cutText(random: Random, text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = Math.min(text.length, start + random.whole(0, 5));
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

/** Some of the optional fields, with some unexpected ones, all in any order. */
export function mixedFields(random: Random, needed: Fields, possible: Fields = {}): Fields {
  const some = Object.entries(possible).filter(
    ([name]) => !(name in needed) && random.whole(0, 1) === 0,
  );
  const foreign = Array.from(
    { length: random.whole(0, 2) },
    () => [`${random.oneOf(foreignNames)}_`, foreignValue(random)] as const,
  );
  return Object.fromEntries(shuffled(random, [...foreign, ...some, ...Object.entries(needed)]));
}

/** The value as JSON: on one line or on many, with any characters escaped. */
export function randomJson(random: Random, value: unknown): string {
  const json = JSON.stringify(value, undefined, random.oneOf([0, 0, 0, 2, '\t']));
  if (random.whole(0, 2) > 0) return json;
  // Inside of strings only, and never the second half of an escape.
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (literal) =>
    literal.replace(/\\u[0-9a-f]{4}|\\.|[^"\\]/gu, (one) =>
      one.startsWith('\\') || random.whole(0, 3) > 0 ? one : escaped(one),
    ),
  );
}

/** Writes the events of one stream: with one kind of line end, and between them what readers pass over. */
export class EventWriter {
  readonly #random: Random;
  readonly #lineEnd: string;
  #text = '';

  constructor(random: Random) {
    this.#random = random;
    this.#lineEnd = random.oneOf(['\n', '\n', '\r\n', '\r']);
    if (random.whole(0, 9) === 0) this.#text = '\uFEFF';
  }

  /** One event, whose data may have several lines. */
  event(data: string, fields: readonly string[] = []): void {
    this.#noise();
    const lines = data.split('\n');
    // One space after the colon does not belong to the data.
    const isIndented = lines.some((line) => line.startsWith(' '));
    const space = isIndented ? ' ' : this.#random.oneOf([' ', ' ', '']);
    const written = lines.map((line) => `data:${space}${line}`);
    const before = this.#random.whole(0, 1) === 0;
    this.#lines(...(before ? [...fields, ...written] : [...written, ...fields]), '');
  }

  /** The stream in pieces that are cut anywhere: inside a character, a line end, a word. */
  pieces(longest: readonly number[] = [1, 20, 100, 5_000]): Buffer[] {
    const bytes = Buffer.from(this.#text);
    const most = this.#random.pick(longest);
    const pieces: Buffer[] = [];
    for (let start = 0; start < bytes.length;) {
      const end = start + this.#random.whole(1, most);
      pieces.push(bytes.subarray(start, end));
      start = end;
    }
    return pieces;
  }

  /** Lines that belong to no event. */
  #noise(): void {
    const kinds = [
      [],
      [],
      [': ping'],
      [':', ''],
      [': still here', '', ''],
      ['event: ping', ''],
      ['event: ping', 'data:', ''],
      ['data', ''],
      ['retry: 3000', 'unknown: field', ''],
    ] as const;
    this.#lines(...this.#random.pick(kinds));
  }

  #lines(...lines: readonly string[]): void {
    for (const line of lines) this.#text += line + this.#lineEnd;
  }
}

function foreignValue(random: Random): unknown {
  const values = [
    null,
    true,
    7,
    'zP7Qk',
    randomText(random, 3),
    [],
    [{ text: 'no' }],
    { content: 'no' },
  ];
  return random.pick(values);
}

function shuffled<Value>(random: Random, values: readonly Value[]): Value[] {
  const rest = [...values];
  return values.flatMap(() => rest.splice(random.whole(0, rest.length - 1), 1));
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
