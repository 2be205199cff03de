import type { Fact } from '#server/services/search/citations/facts.ts';

/** Words after a number that multiply it. `Billion` means a thousand times more in German than in English. */
const scales: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^\s?(?:thousand|tausend|tsd\.?|mille(?!\p{L})|千|천)/iu, [1e3]],
  [/^\s?(?:万|萬|만)/u, [1e4]],
  [/^\s?(?:million(?:s|en)?|mio\.?|m(?=illion))(?!\p{L})|^\s?(?:百万|百萬|백만)/iu, [1e6]],
  [/^\s?(?:亿|億|억)/u, [1e8]],
  [/^\s?(?:milliarden?|milliards?|mrd\.?)(?!\p{L})|^\s?(?:十亿|十億|십억)/iu, [1e9]],
  [/^\s?billions?(?!\p{L})|^\s?bn(?!\p{L})/iu, [1e9, 1e12]],
  [/^\s?billionen(?!\p{L})/iu, [1e12]],
  [/^\s?(?:trillions?|兆|万亿)/iu, [1e12, 1e18]],
];

const percentAfter =
  /^\s?(?:%|percent(?!\p{L})|per cent(?!\p{L})|prozent|pour ?cent|パーセント|퍼센트)/iu;
const percentBefore = /百分之\s?$/u;

/** A number with any separators between groups and before the fraction. */
const digits = /\d+(?:[.,'’ ]\d{3}(?!\d))+(?:[.,]\d+)?|\d+(?:[.,]\d+)?/gu;

/** Unambiguous number words: `one` and `ein` are left out because they are also articles. */
const words: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  elf: 11,
  zwölf: 12,
};

const word = new RegExp(`(?<!\\p{L})(?:${Object.keys(words).join('|')})(?!\\p{L})`, 'giu');

const hanDigits = '零一二三四五六七八九';

/**
 * Chinese numerals before a counted word; a single 一 is an article. The limit keeps the time of a long row of numerals
 * without such a word linear.
 */
const hanNumber =
  /[〇零一二两兩三四五六七八九十百千]{1,30}(?!分之)(?=[个個颗顆年月日天小%％万亿萬億次位人名种種层層米公元岁歲座条條倍家届分章])/gu;

/** Returns the numbers of a text in which all digits are `0` to `9`. */
export function numbersIn(text: string): Fact[] {
  return [...digitNumbers(text), ...wordNumbers(text), ...hanNumbers(text)];
}

function digitNumbers(text: string): Fact[] {
  return [...text.matchAll(digits)].map((match) => {
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 24);
    const before = text.slice(Math.max(0, match.index - 8), match.index);
    return factOf(match[0], readings(match[0]), before, after);
  });
}

function wordNumbers(text: string): Fact[] {
  return [...text.matchAll(word)].map((match) => {
    const end = match.index + match[0].length;
    const value = words[match[0].toLowerCase()] ?? Number.NaN;
    return factOf(match[0], [value], '', text.slice(end, end + 24));
  });
}

function hanNumbers(text: string): Fact[] {
  return [...text.matchAll(hanNumber)].flatMap((match) => {
    const value = hanValue(match[0]);
    if (value < 2) return [];
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - 4), match.index);
    return [factOf(match[0], [value], before, text.slice(end, end + 8))];
  });
}

function factOf(written: string, values: readonly number[], before: string, after: string): Fact {
  const isPercent = percentAfter.test(after) || percentBefore.test(before);
  const factors = scales.find(([scale]) => scale.test(after))?.[1] ?? [1];
  const scaled = values.flatMap((value) => factors.map((factor) => rounded(value * factor)));
  const kind = isPercent ? 'percent' : 'number';
  return { written, forms: [...new Set(scaled)].map((value) => `${kind}:${value}`) };
}

/** Returns every possible value: `1.000` is a thousand or one, `1,5` one and a half. */
function readings(written: string): number[] {
  const compact = written.replace(/['’ ]/g, '');
  const [whole = '', ...groups] = compact.split(/[.,]/);
  if (groups.length === 0) return [Number(whole)];
  const last = groups.at(-1) ?? '';
  const joined = Number(whole + groups.join(''));
  const asFraction = Number(`${whole}${groups.slice(0, -1).join('')}.${last}`);
  const marks = compact.replace(/\d/g, '');
  if (new Set(marks).size > 1) return [asFraction];
  if (groups.length > 1) return [joined];
  return last.length === 3 && whole !== '0' ? [joined, asFraction] : [asFraction];
}

function hanValue(written: string): number {
  const plain = written.replace(/〇/g, '零').replace(/[两兩]/g, '二');
  if (!/[十百千]/.test(plain))
    return Number([...plain].map((one) => hanDigits.indexOf(one)).join(''));
  let [sum, digit] = [0, 0];
  for (const one of plain) {
    const unit = { 十: 10, 百: 100, 千: 1_000 }[one];
    if (unit === undefined) digit = hanDigits.indexOf(one);
    else {
      sum += (digit || 1) * unit;
      digit = 0;
    }
  }
  return sum + digit;
}

/** Removes rounding errors of the multiplication. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
