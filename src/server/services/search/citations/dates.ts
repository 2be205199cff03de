import type { Fact } from '#server/services/search/citations/facts.ts';

/** Names of months in English, German and French, by their number. */
const monthNames: readonly (readonly string[])[] = [
  ['january', 'januar', 'jänner', 'janvier', 'jan'],
  ['february', 'februar', 'février', 'fevrier', 'feb', 'févr'],
  ['march', 'märz', 'maerz', 'mars', 'mar', 'mär'],
  ['april', 'avril', 'apr', 'avr'],
  ['may', 'mai'],
  ['june', 'juni', 'juin', 'jun'],
  ['july', 'juli', 'juillet', 'jul', 'juil'],
  ['august', 'août', 'aout', 'aug'],
  ['september', 'septembre', 'sept', 'sep'],
  ['october', 'oktober', 'octobre', 'oct', 'okt'],
  ['november', 'novembre', 'nov'],
  ['december', 'dezember', 'décembre', 'decembre', 'dec', 'dez', 'déc'],
];

const monthOf = new Map(
  monthNames.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
);

const name = [...monthOf.keys()].toSorted((one, other) => other.length - one.length).join('|');
const year = '(?<year>[12]\\d{3})';
const day = '(?<day>\\d{1,2})';

/** The notations of dates; the first match counts. */
const patterns: readonly RegExp[] = [
  new RegExp(`(?<![\\d.-])${year}-(?<month>\\d{1,2})-${day}(?!\\d)`, 'giu'),
  new RegExp(`(?<![\\d./])${year}[./](?<month>\\d{1,2})[./]${day}(?!\\d)`, 'giu'),
  new RegExp(
    `${year}\\s?(?:年|년)\\s?(?<month>\\d{1,2})\\s?(?:月|월)(?:\\s?${day}\\s?(?:日|号|號|일))?`,
    'giu',
  ),
  new RegExp(`(?<!\\d)(?<month>\\d{1,2})\\s?(?:月|월)\\s?${day}\\s?(?:日|号|號|일)`, 'giu'),
  new RegExp(
    `(?<!\\d)${day}(?:st|nd|rd|th|er|\\.)?\\s+(?:of\\s+)?(?<name>${name})(?!\\p{L})\\.?,?(?:\\s+${year}(?!\\d))?`,
    'giu',
  ),
  new RegExp(
    `(?<!\\p{L})(?<name>${name})(?!\\p{L})\\.?\\s+${day}(?:st|nd|rd|th)?(?!\\d)(?:,?\\s+${year}(?!\\d))?`,
    'giu',
  ),
  new RegExp(`(?<!\\p{L})(?<name>${name})(?!\\p{L})\\.?,?\\s+${year}(?!\\d)`, 'giu'),
  new RegExp(
    `(?<![\\d.])(?<first>\\d{1,2})(?<mark>[./])(?<second>\\d{1,2})\\k<mark>${year}(?!\\d)`,
    'giu',
  ),
];

/** Returns the dates of a text, and the text without them. */
export function datesIn(text: string): { facts: Fact[]; rest: string } {
  const facts: Fact[] = [];
  let rest = text;
  for (const pattern of patterns) {
    rest = rest.replace(pattern, (written: string, ...matched: unknown[]) => {
      const forms = formsOf(matched.at(-1) as Groups);
      if (forms.length === 0) return written;
      facts.push({ written, forms });
      return ' '.repeat(written.length);
    });
  }
  return { facts, rest };
}

type Groups = Partial<
  Record<'year' | 'month' | 'day' | 'name' | 'first' | 'second' | 'mark', string>
>;

/** Returns normalised dates. `03/05/2024` may be a day of March or of May: both are returned. */
function formsOf({
  year: inYear = '',
  month,
  day: onDay = '',
  name: monthName,
  ...rest
}: Groups): string[] {
  if (rest.first !== undefined && rest.second !== undefined) {
    const dayFirst = form(inYear, rest.second, rest.first);
    const monthFirst = rest.mark === '/' ? form(inYear, rest.first, rest.second) : [];
    return [...new Set([...dayFirst, ...monthFirst])];
  }
  const number = monthName === undefined ? month : String(monthOf.get(monthName.toLowerCase()));
  return form(inYear, number ?? '', onDay);
}

function form(inYear: string, month: string, onDay: string): string[] {
  const [monthNumber, dayNumber] = [Number(month), onDay === '' ? 1 : Number(onDay)];
  if (monthNumber < 1 || monthNumber > 12 || dayNumber < 1 || dayNumber > 31) return [];
  return [`date:${inYear}-${monthNumber}-${onDay === '' ? '' : dayNumber}`];
}
