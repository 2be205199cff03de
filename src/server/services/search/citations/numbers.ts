import type { Fact } from '#server/services/search/citations/facts.ts';
import { wordNumbersIn } from '#server/services/search/citations/numberWords.ts';
import {
  type Unit,
  ambiguousUnits,
  unitAfter,
  unitBefore,
} from '#server/services/search/citations/units.ts';
import { wideNumbersIn } from '#server/services/search/citations/wideNumerals.ts';
import { directionOf } from '#server/services/search/citations/directions.ts';

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

/** A number with any separators between groups and before the fraction. */
const digits = /(?<!\d)\d{1,3}(?:[.,'’ ]\d{3}(?!\d))+(?:[.,]\d+)?|\d+(?:[.,]\d+)?/gu;

/** Words by which a text says that a value went down; `-5 %` and "fell by 5 %" are the same. */
const decrease =
  /fell|fall|drop|declin|decreas|down|los[st]|sank|sink|sunk|gesunken|gefallen|rückgang|weniger|baiss|recul|chut|diminu|下降|减少|減少|下跌|跌|감소|하락|giảm/iu;

const minusBefore =
  /(?:(?<![\d%°]\s?|[\p{L}\d)\]])[-−–](?:[$€£¥₩₹]\s?)?|(?:minus|moins|âm|マイナス|零下|负|負|영하|마이너스)\s?)$/iu;

const belowZero = /^[^.;,\n]{0,20}(?:below zero|unter null|au-dessous de zéro)/iu;

const range = /^\s?(?:[-–—~～〜]|to|bis|à|and|und|et|至|到|から|에서|đến)\s?(?=\d)/u;

/**
 * Returns the numbers of a text in which all digits are `0` to `9`. `all`: also words that may mean something else, and
 * numbers that `sources` support although they do not say them so.
 */
export function numbersIn(text: string, all = false): Fact[] {
  return [...digitNumbers(text, all), ...wordNumbers(text, all), ...wideNumbers(text, all)];
}

function digitNumbers(text: string, all: boolean): Fact[] {
  return [...text.matchAll(digits)].flatMap((match) => {
    const context = contextOf(text, match.index, match[0].length, all);
    // Two numbers of a source may be adjacent, as in the cells of a table.
    const parts = all ? match[0].split(' ').slice(1) : [];
    const first = all && parts.length > 0 ? [match[0].split(' ', 1)[0] ?? ''] : [];
    return [
      factOf(match[0], readings(match[0]), context),
      ...[...first, ...parts].map((part) => factOf(part, readings(part), context)),
    ];
  });
}

function wordNumbers(text: string, all: boolean): Fact[] {
  return wordNumbersIn(text, all).map(({ written, value, index }) =>
    factOf(written, [value], contextOf(text, index, written.length, all)),
  );
}

function wideNumbers(text: string, all: boolean): Fact[] {
  return wideNumbersIn(text).map(({ written, value, index }) =>
    factOf(written, [value], contextOf(text, index, written.length, all)),
  );
}

/** The text around a number, and whether it is one of a source. */
type Context = { before: string; after: string; ofSource: boolean };

function contextOf(text: string, index: number, length: number, ofSource: boolean): Context {
  const end = index + length;
  return {
    before: text.slice(Math.max(0, index - 40), index),
    after: text.slice(end, end + 40),
    ofSource,
  };
}

function factOf(written: string, values: readonly number[], context: Context): Fact {
  const { before, after, ofSource } = context;
  const { factors, unit } = readAfter(after, before);
  const signs = signsOf(before, after);
  const scaled = values.flatMap((value) =>
    factors.flatMap((factor) => signs.map((sign) => rounded(value * factor * sign))),
  );
  const ofRange = unit ? undefined : unitOfRange(after);
  const units = ambiguousUnits(before, after) ?? [unit, ...(ofRange ? [ofRange] : [])];
  const direction = directionOf(before, after, ofSource);
  const forms = [...new Set(scaled)].flatMap((value) =>
    units.flatMap((one) => direction(formsOf(value, one, ofSource), value)),
  );
  return { written, values: scaled, unit: unit ?? ofRange, forms: [...new Set(forms)] };
}

/**
 * Returns the forms of a number. One without a unit supports one with any unit, and one with a unit supports one without,
 * but two different units do not agree. Percentages agree with percentages only.
 */
function formsOf(value: number, unit: Unit | undefined, ofSource: boolean): string[] {
  if (unit === undefined) return ofSource ? [`bare:${value}`, `any:${value}`] : [`any:${value}`];
  const measured = `${unit.dimension}:${rounded(value * unit.factor)}`;
  if (unit.dimension === 'percent') return [measured];
  return [measured, ofSource ? `any:${value}` : `bare:${value}`];
}

/** Reads what follows a number: a scale, such as `million`, and a unit. */
function readAfter(after: string, before: string) {
  const currency = unitBefore(before);
  const scale = scales
    .map(([pattern, factors]) => ({ written: pattern.exec(after)?.[0], factors }))
    .find(({ written }) => written !== undefined);
  const isMillion = currency !== undefined && /^\s?m(?!\p{L})/iu.test(after);
  if (isMillion) return { factors: [1e6], unit: currency };
  const rest = after.slice(scale?.written?.length ?? 0);
  return { factors: scale?.factors ?? [1], unit: currency ?? unitAfter(rest) };
}

/** Returns the unit of `5–10 km` for the 5. */
function unitOfRange(after: string): Unit | undefined {
  const to = range.exec(after)?.[0];
  if (to === undefined) return undefined;
  const rest = after.slice(to.length).replace(/^\d+(?:[.,'’]\d+)*/u, '');
  return readAfter(rest, '').unit;
}

function signsOf(before: string, after: string): readonly number[] {
  if (minusBefore.test(before) || belowZero.test(after)) return [-1];
  return decrease.test(before) ? [1, -1] : [1];
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

/** Removes rounding errors of the multiplication. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
