import { type Day, isDay } from '#domain/dates.ts';

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
