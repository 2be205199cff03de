import { datesIn } from '#server/services/search/citations/dates.ts';
import { numbersIn } from '#server/services/search/citations/numbers.ts';
import { plainDigits } from '#server/services/search/citations/plainDigits.ts';

/** A number or date in a text, and the normalised values that it may mean. */
export type Fact = { written: string; forms: readonly string[] };

/** Returns the numbers and dates of a sentence, without duplicates and without the number of a list item. */
export function factsIn(sentence: string): Fact[] {
  const text = plainDigits(sentence).replace(/^\s*(?:[-*+]\s+)?(?:#{1,6}\s+)?\d{1,3}[.)]\s+/, '');
  const { facts: dates, rest } = datesIn(text);
  const all = [...dates, ...numbersIn(rest)];
  return [...new Map(all.map((fact) => [fact.forms.join('|'), fact])).values()];
}

/** Returns every normalised value of every number and date in a source's text, for looking up facts. */
export function formsIn(source: string): Set<string> {
  const text = plainDigits(source);
  const dates = datesIn(text);
  // Numbers are also searched within dates, because an answer may name a day or a year alone.
  const numbers = [...numbersIn(text), ...numbersIn(dates.rest)];
  const forms = new Set([...dates.facts, ...numbers].flatMap((fact) => fact.forms));
  for (const { forms: ofDate } of dates.facts) for (const form of ofDate) addParts(forms, form);
  return forms;
}

/** Adds the parts of a date: its month with the year, its day without the year, and its year. */
function addParts(forms: Set<string>, form: string): void {
  const [, year = '', month = '', day = ''] = /^date:(\d*)-(\d*)-(\d*)$/.exec(form) ?? [];
  if (year !== '' && month !== '') forms.add(`date:${year}-${month}-`);
  if (month !== '' && day !== '') forms.add(`date:-${month}-${day}`);
  if (year !== '') forms.add(`number:${Number(year)}`);
}
