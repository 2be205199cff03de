import { BoundedMemo } from '#domain/boundedMemo.ts';
import { type Language, languageTags } from '#domain/languages/languages.ts';
import { type Currency, toUnits } from '#domain/pricing/money.ts';
import { joinDate, joinSpan, unbroken } from '#i18n/joinDate.ts';

/** Formats numbers and dates for a language. The caller handles unknown values. */
export type Format = {
  /** `12,345`. */
  number: (value: number) => string;
  /** `12.3K`: compact, three significant digits. */
  short: (value: number) => string;
  /** `12K`: compact, two significant digits. */
  rough: (value: number) => string;
  /** At most one decimal: `4.3`. */
  decimal: (value: number) => string;
  /**
   * A ratio as a signed percentage: `0.12` → `+12%`, `-0.5` → `−50%`. More than 999 % is `>999%`, because longer
   * numbers are hard to read.
   */
  change: (value: number) => string;
  /** A number with its sign, except zero: `+12`, `−3`. */
  signed: (value: number) => string;
  /** A percentage: `20` → `20%`, `8.1` → `8.1%`. */
  percent: (value: number) => string;
  /** An amount in minor units (cents), or in whole yen, won and dong. */
  money: (amount: number, currency: Currency) => string;
  /** A day `YYYY-MM-DD`, in which no line ends. */
  day: (day: string) => string;
  /** A month `YYYY-MM`. */
  month: (month: string) => string;
  /** A span of days. */
  span: (from: string, to: string) => string;
  /**
   * Parts of a day `YYYY-MM-DD` and of a span, for lists under a common heading: `March`, `2026`, `9 – 15 Mar`.
   */
  monthOfYear: (day: string) => string;
  year: (day: string) => string;
  spanInYear: (from: string, to: string) => string;
  /** A list of items: `Text, Canvas, Actions`. */
  list: (items: readonly string[]) => string;
};

/** The largest change that is shown exactly: 999 %. */
const largestChange = 9.99;

/** Ten years of weeks. */
const mostSpans = 520;

const formats = new Map<Language, Format>();

/** Returns the formats of a language. They are created once, because that is slow. */
export function formatOf(language: Language): Format {
  const known = formats.get(language);
  if (known) return known;
  const made = makeFormat(languageTags[language]);
  formats.set(language, made);
  return made;
}

/** Formats a number of results: `1,000+` if counting stopped there. */
export function totalText(language: Language, total: number, isCapped: boolean): string {
  return formatOf(language).number(total) + (isCapped ? '+' : '');
}

function makeFormat(tag: string): Format {
  const number = new Intl.NumberFormat(tag);
  // Compact numbers of four digits would have no separator in German, beside exact ones that have it.
  const compact = {
    notation: 'compact',
    compactDisplay: compactDisplayOf(tag),
    useGrouping: 'always',
  } as const;
  const short = new Intl.NumberFormat(tag, { ...compact, maximumSignificantDigits: 3 });
  const rough = new Intl.NumberFormat(tag, { ...compact, maximumSignificantDigits: 2 });
  const decimal = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 });
  const change = new Intl.NumberFormat(tag, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  });
  const signed = new Intl.NumberFormat(tag, { signDisplay: 'exceptZero' });
  const day = new Intl.DateTimeFormat(tag, { dateStyle: dayStyle(tag), timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
  const monthOfYear = part({ month: 'long' });
  const year = part({ year: 'numeric' });
  const dayInYear = part({ month: 'short', day: 'numeric' });
  // East Asian lists of units have no sign between the items.
  const type = /^(zh|ja|ko)/.test(tag) ? 'conjunction' : 'unit';
  const list = new Intl.ListFormat(tag, { type });
  return {
    number: (value) => number.format(value),
    short: (value) => short.format(value),
    rough: (value) => rough.format(value),
    decimal: (value) => decimal.format(value),
    change: (value) => {
      return value < largestChange + 0.005
        ? withMinus(change, value)
        : `>${percent.format(largestChange)}`;
    },
    signed: (value) => withMinus(signed, value),
    percent: (value) => percent.format(value / 100),
    money: (amount, currency) =>
      new Intl.NumberFormat(tag, { style: 'currency', currency }).format(
        toUnits({ amount, currency }),
      ),
    day: (value) => unbroken(joinDate(day.format(instant(value)))),
    month: (value) => joinDate(month.format(instant(`${value}-01`))),
    span: spanFormat(tag, day, true),
    monthOfYear: (value) => joinDate(monthOfYear.format(instant(value))),
    year: (value) => year.format(instant(value)),
    spanInYear: spanFormat(tag, dayInYear, false),
    list: (items) => list.format(items),
  };
}

/** Vietnamese thousands are spelled out (`201 nghìn`), because readers do not know the short form (`201 N`). */
function compactDisplayOf(tag: string): 'short' | 'long' {
  return tag === 'vi' ? 'long' : 'short';
}

/** The medium form of Japanese has slashes (`2026/11/29`), beside spans and months with units (`2026年11月29日`). */
function dayStyle(tag: string): 'long' | 'medium' {
  return tag === 'ja' ? 'long' : 'medium';
}

/** Formats with a minus sign (U+2212) instead of the hyphen of `Intl`, which is shorter than a plus sign. */
function withMinus(format: Intl.NumberFormat, value: number): string {
  const parts = format.formatToParts(value);
  return parts.map((part) => (part.type === 'minusSign' ? '−' : part.value)).join('');
}

/** Memoises spans, because each takes 30 µs and the same weeks are on every page of a ranking. */
function spanFormat(
  tag: string,
  format: Intl.DateTimeFormat,
  hasYear: boolean,
): (from: string, to: string) => string {
  const known = new BoundedMemo<string>(mostSpans);
  const sign = spanSigns[tag];
  const spanOf =
    sign === undefined
      ? (from: string, to: string) => format.formatRange(instant(from), instant(to))
      : spanWithUnits(tag, sign, hasYear);
  return (from, to) => known.getOrCreate(`${from} ${to}`, () => spanOf(from, to));
}

/** The signs of spans in languages whose dates have units. `Intl` writes their spans with slashes. */
const spanSigns: Readonly<Record<string, string>> = { 'zh-Hans': '至', 'zh-Hant': '至', ja: '～' };

/** Formats a span as `2026年11月23日至29日`: the second date omits what it shares with the first. */
function spanWithUnits(tag: string, sign: string, hasYear: boolean) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, day: 'numeric', timeZone: 'UTC' });
  const whole = format({ year: 'numeric', month: 'long' });
  const inYear = format({ month: 'long' });
  const inMonth = format({});
  return (from: string, to: string): string => {
    const isOneYear = from.slice(0, 4) === to.slice(0, 4);
    const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
    const start = hasYear || !isOneYear ? whole : inYear;
    const end = isOneMonth ? inMonth : isOneYear ? inYear : whole;
    return joinSpan(start.format(instant(from)), sign, end.format(instant(to)));
  };
}

function instant(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
