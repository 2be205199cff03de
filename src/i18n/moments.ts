import { type Language, languageTags } from '#domain/languages/languages.ts';
import { joinDate } from '#i18n/joinDate.ts';

/** Formats times for a language, in the visitor's time zone. */
export type Moments = {
  /** The time if it is today; day and time if it is this year; else with the year. */
  short: (moment: Date) => string;
  /** The time of day: `2:15 PM`, `14:15`. */
  time: (moment: Date) => string;
  /** The whole date with the time. */
  full: (moment: Date) => string;
};

const known = new Map<Language, Moments>();

/** Returns the formats of a language. They are created once, because that is slow. */
export function momentsOf(language: Language): Moments {
  const made = known.get(language) ?? makeMoments(languageTags[language]);
  known.set(language, made);
  return made;
}

function makeMoments(tag: string): Moments {
  // Hours up to 12 have no zero before them: `2:15 PM`, but `09:15`.
  const { hour12 } = new Intl.DateTimeFormat(tag, { timeStyle: 'short' }).resolvedOptions();
  const clock = { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' } as const;
  const day = { day: 'numeric', month: 'short' } as const;
  const time = new Intl.DateTimeFormat(tag, clock);
  const dayAndTime = new Intl.DateTimeFormat(tag, { ...day, ...clock });
  const withYear = new Intl.DateTimeFormat(tag, { ...day, year: 'numeric', ...clock });
  const full = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'medium' });
  return {
    full: (moment) => joinDate(full.format(moment)),
    time: (moment) => time.format(moment),
    short: (moment) => {
      const now = new Date();
      if (moment.toDateString() === now.toDateString()) return time.format(moment);
      const isThisYear = moment.getFullYear() === now.getFullYear();
      return joinDate((isThisYear ? dayAndTime : withYear).format(moment));
    },
  };
}
