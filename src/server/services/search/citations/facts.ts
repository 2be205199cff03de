import { datesIn } from '#server/services/search/citations/dates.ts';
import { numbersIn } from '#server/services/search/citations/numbers.ts';
import { withoutOwnNumbers } from '#server/services/search/citations/ownNumbers.ts';
import type { Unit } from '#server/services/search/citations/units.ts';

/** A number or date in a text, and the normalised values that it may mean. Dates have no `values`. */
export type Fact = {
  written: string;
  forms: readonly string[];
  values?: readonly number[];
  unit?: Unit | undefined;
};

/** Returns the numbers and dates that a sentence states, without duplicates and without the numbers of its own parts. */
export function factsIn(sentence: string): Fact[] {
  const text = plainDigits(withoutOwnNumbers(sentence));
  const { facts: dates, rest } = datesIn(text);
  const all = [...dates, ...numbersIn(rest)];
  return [...new Map(all.map((fact) => [fact.forms.join('|'), fact])).values()];
}

/** Returns every normalised value of every number and date in a source's text, for looking up facts. */
export function formsIn(source: string): Set<string> {
  const text = plainDigits(source);
  const dates = datesIn(text);
  // Numbers are also searched within dates, because an answer may name a day or a year alone.
  const numbers = [...numbersIn(text, true), ...numbersIn(dates.rest, true)];
  const forms = new Set([...dates.facts, ...numbers].flatMap((fact) => fact.forms));
  for (const { forms: ofDate } of dates.facts) for (const form of ofDate) addParts(forms, form);
  addHours(forms, text);
  return forms;
}

/** Adds the hour of the other notation: 15 for `3:30 p.m.`, and 3 for `15:30`. */
function addHours(forms: Set<string>, text: string): void {
  const times = /(?<!\d)(\d{1,2})(?:[:.]\d{2})?\s?(p\.?m)|(?<!\d)(1[3-9]|2[0-3]):\d{2}/gi;
  for (const [, hour, , long] of text.matchAll(times)) {
    const other = long === undefined ? Number(hour) + 12 : Number(long) - 12;
    forms.add(`any:${other}`).add(`bare:${other}`);
  }
}

/** Adds the parts of a date: its month with the year, its day without the year, and its year. */
function addParts(forms: Set<string>, form: string): void {
  const [, year = '', month = '', day = ''] = /^date:(\d*)-(\d*)-(\d*)$/.exec(form) ?? [];
  if (year !== '' && month !== '') forms.add(`date:${year}-${month}-`);
  if (month !== '' && day !== '') forms.add(`date:-${month}-${day}`);
  if (year !== '') forms.add(`any:${Number(year)}`).add(`bare:${Number(year)}`);
}

/** Normalises the width of digits and letters (NFKC), and replaces the digits of every script by `0` to `9`. */
function plainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOf(digit)))
    .replace(/[\u00a0\u202f\u2009]/g, ' ');
}

/** Returns the value of a digit: Unicode has the ten digits of a script in a row that begins with its zero. */
function valueOf(digit: string): number {
  let code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code -= 1;
    value += 1;
  }
  return value;
}
