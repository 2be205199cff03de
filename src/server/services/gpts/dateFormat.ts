import { type Day, dayOf, isDay } from '#domain/dates.ts';

/** The operator's format of dates. `read` returns `undefined` for a text that is not an existing day in this format. */
export type DateFormat = { name: string; read: (text: string) => Day | undefined };

const parts: Readonly<Record<string, string>> = {
  YYYY: String.raw`(?<year>\d{4})`,
  MM: String.raw`(?<month>\d{2})`,
  M: String.raw`(?<month>\d{1,2})`,
  DD: String.raw`(?<day>\d{2})`,
  D: String.raw`(?<day>\d{1,2})`,
};

/**
 * Parses a format such as `DD.MM.YYYY` or `M/D/YYYY`; in texts, a time may follow the day. Throws an `Error` for the
 * operator unless year, month and day occur once each.
 */
export function dateFormat(name: string): DateFormat {
  const found = name.match(/YYYY|MM?|DD?/g) ?? [];
  const isWhole =
    found.length === 3 &&
    ['Y', 'M', 'D'].every((letter) => found.some((part) => part.startsWith(letter)));
  if (!isWhole || /[a-z\d]/i.test(name.replace(/YYYY|MM?|DD?/g, ''))) {
    throw new Error(
      'The format of dates must have YYYY, MM or M, and DD or D once each, such as DD.MM.YYYY',
    );
  }
  const spelled = name.replace(
    /YYYY|MM?|DD?|[^\s]/g,
    (part) => parts[part] ?? part.replace(/[\\^$.*+?()[\]{}|/-]/, String.raw`\$&`),
  );
  const pattern = new RegExp(String.raw`^\s*${spelled}(?:[T ,].*)?$`);
  return { name, read: (text) => dayIn(pattern.exec(text)?.groups) };
}

function dayIn(groups: Readonly<Record<string, string>> | undefined): Day | undefined {
  const { year = '', month = '', day = '' } = groups ?? {};
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) ? written : undefined;
}

/** Whole names and abbreviations of months only: JavaScript takes any word that begins like one, such as “Maybe”. */
const spelledDate =
  /^(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.? (\d{1,2}), ?(\d{4})$/i;

/**
 * Reads a date of a file in the operator's format, else an ISO date, with or without a time, or a spelled one
 * (`January 31, 2024`). Returns the rule that a text violates: whether its format is another one, or the day does not exist.
 */
export function readDate(
  text: string,
  format: DateFormat | undefined,
): { day: Day } | { rule: string } {
  const written = text.trim();
  if (format) {
    const day = format.read(written);
    if (day !== undefined) return { day };
    return { rule: `must be an existing date in the format ${format.name}` };
  }
  const [iso, time] = /^\d{4}-\d{2}-\d{2}(?:[T ]([\d:., Z+-]*))?$/i.exec(written) ?? [];
  if (iso !== undefined) {
    const day = iso.slice(0, 10);
    if (!isDay(day)) return { rule: 'must be an existing date such as 2024-01-31' };
    const instant = /(?:Z|[+-]\d{2}:?\d{2})$/.test(time ?? '') ? new Date(written) : undefined;
    // The day at the place of the source may be another one than the UTC day.
    return { day: instant && !Number.isNaN(instant.getTime()) ? dayOf(instant) : day };
  }
  const [, month, dayOfMonth, year] = spelledDate.exec(written) ?? [];
  const spelled = new Date(`${month} ${dayOfMonth}, ${year} UTC`);
  if (month === undefined || Number.isNaN(spelled.getTime())) {
    return {
      rule: 'must be a date in the format YYYY-MM-DD or “January 31, 2024”; --date-format sets another one',
    };
  }
  // JavaScript turns a day that its month does not have into a day of the next month.
  if (spelled.getUTCDate() === Number(dayOfMonth)) return { day: dayOf(spelled) };
  return { rule: 'must be an existing date such as 2024-01-31' };
}
