import { datesIn } from '#server/services/search/citations/dates.ts';
import { numbersIn } from '#server/services/search/citations/numbers.ts';
import { plainDigits } from '#server/services/search/citations/plainDigits.ts';

/** A number or a date in a text: the spellings under which a source may have it. */
export type Fact = { written: string; forms: readonly string[] };

/** Returns the numbers and dates of a sentence, each once. A list's own numbering is none of them. */
export function factsIn(sentence: string): Fact[] {
  const text = plainDigits(sentence).replace(/^\s*(?:[-*+]\s+)?(?:#{1,6}\s+)?\d{1,3}[.)]\s+/, '');
  const { facts: dates, rest } = datesIn(text);
  const all = [...dates, ...numbersIn(rest)];
  return [...new Map(all.map((fact) => [fact.forms.join('|'), fact])).values()];
}

/** Returns every form of every number and date of a source's text, so that facts can be looked up. */
export function formsIn(source: string): Set<string> {
  const text = plainDigits(source);
  const dates = datesIn(text);
  // Numbers are looked for in all of it: a day or a year may be named by itself.
  const numbers = [...numbersIn(text), ...numbersIn(dates.rest)];
  const forms = new Set([...dates.facts, ...numbers].flatMap((fact) => fact.forms));
  for (const { forms: ofDate } of dates.facts) for (const form of ofDate) addParts(forms, form);
  return forms;
}

/** A whole date contains its month and its year, and its day without the year. */
function addParts(forms: Set<string>, form: string): void {
  const [, year = '', month = '', day = ''] = /^date:(\d*)-(\d*)-(\d*)$/.exec(form) ?? [];
  if (year !== '' && month !== '') forms.add(`date:${year}-${month}-`);
  if (month !== '' && day !== '') forms.add(`date:-${month}-${day}`);
  if (year !== '') forms.add(`number:${Number(year)}`);
}
