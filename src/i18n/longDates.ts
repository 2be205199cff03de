import { type Language, languageTags } from '#domain/languages/languages.ts';

/** Returns a day (UTC) in words, with its year. */
export function longDay(language: Language, date: Date): string {
  return formatter(language, {}).format(date);
}

/** Returns a day and time (UTC) to the second, followed by `UTC`. */
export function longMoment(language: Language, date: Date): string {
  return formatter(language, { timeStyle: 'long' }).format(date);
}

function formatter(
  language: Language,
  options: Pick<Intl.DateTimeFormatOptions, 'timeStyle'>,
): Intl.DateTimeFormat {
  const format = { dateStyle: 'long', timeZone: 'UTC', ...options } as const;
  return new Intl.DateTimeFormat(languageTags[language], format);
}
