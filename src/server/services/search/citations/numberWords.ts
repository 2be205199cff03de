import { ambiguous, numberNames, starts } from '#server/services/search/citations/numberNames.ts';

/** A number that is written in words, with its place in the text. */
export type WordNumber = { written: string; value: number; index: number; end: number };

/** Most words of a number, such as `nine hundred and ninety-nine`. */
const mostWords = 6;
const word = /\p{L}+/gu;
const between = /^(?:[ \u00a0]|-)$/;

/**
 * Returns the numbers that are written in words. Ambiguous words, such as `one`, are returned only if `all` is true: they
 * support a number, but do not state one.
 */
export function wordNumbersIn(text: string, all: boolean): WordNumber[] {
  const words = [...text.matchAll(word)].map((match) => ({
    text: match[0].toLowerCase(),
    index: match.index,
    end: match.index + match[0].length,
  }));
  const found: WordNumber[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const longest = longestAt(words, at, text);
    if (!longest) continue;
    const written = text.slice(longest.index, longest.end);
    at += longest.count - 1;
    if (!all && ambiguous.has(written.toLowerCase())) continue;
    found.push({ written, value: longest.value, index: longest.index, end: longest.end });
  }
  return found;
}

type Word = { text: string; index: number; end: number };

function longestAt(words: readonly Word[], at: number, text: string) {
  const first = words[at];
  if (!first) return undefined;
  const joined = germanThousands(first.text);
  if (joined !== undefined) return { value: joined, index: first.index, end: first.end, count: 1 };
  const thousands = thousandsAt(words, at, text);
  if (thousands) return thousands;
  return belowThousandAt(words, at, text);
}

/** Returns the number in `dreitausendfünfhundert`. */
function germanThousands(written: string): number | undefined {
  const parts = /^(.{2,30}?)?tausend(?:und)?(.{2,30})?$/u.exec(written);
  if (!parts || (parts[1] ?? parts[2]) === undefined) return undefined;
  const [many, rest] = [parts[1], parts[2]].map((part) =>
    part ? numberNames.get(part) : undefined,
  );
  if ((parts[1] && many === undefined) || (parts[2] && rest === undefined)) return undefined;
  return (many ?? 1) * 1_000 + (rest ?? 0);
}

const thousand = /^(?:thousand|mille|nghìn|ngàn)$/;

/** Returns the number in `three thousand five hundred`. A number that ends with its `thousand` is read as a scale. */
function thousandsAt(words: readonly Word[], at: number, text: string) {
  const many = belowThousandAt(words, at, text);
  const scaleAt = at + (many?.count ?? 0);
  const scale = words[scaleAt];
  const [before, after] = [words[scaleAt - 1], words[scaleAt + 1]];
  if (!scale || !thousand.test(scale.text) || (!many && scale.text !== 'mille')) return undefined;
  if (many && (!before || !between.test(text.slice(before.end, scale.index)))) return undefined;
  const restAt = scaleAt + (after?.text === 'and' ? 2 : 1);
  const restWord = words[restAt];
  if (!restWord || !/^(?: and)?[ \u00a0-]$/.test(text.slice(scale.end, restWord.index))) {
    return undefined;
  }
  const rest = belowThousandAt(words, restAt, text);
  if (!rest || rest.value < 1 || rest.value > 999) return undefined;
  const value = (many?.value ?? 1) * 1_000 + rest.value;
  const index = (many ?? scale).index;
  return { value, index, end: rest.end, count: restAt + rest.count - at };
}

function belowThousandAt(words: readonly Word[], at: number, text: string) {
  const first = words[at];
  if (!first || !starts.has(first.text)) return undefined;
  let key = first.text;
  let found: { value: number; index: number; end: number; count: number } | undefined;
  for (let count = 1; count <= mostWords; count += 1) {
    const last = words[at + count - 1];
    const before = words[at + count - 2];
    if (!last) break;
    if (before && !between.test(text.slice(before.end, last.index))) break;
    if (count > 1) key += ` ${last.text}`;
    const value = numberNames.get(key);
    if (value !== undefined) found = { value, index: first.index, end: last.end, count };
  }
  return found;
}
