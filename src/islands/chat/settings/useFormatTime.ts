import { languageTags } from '#domain/languages/languages.ts';
import { joinDate } from '#i18n/joinDate.ts';
import { useText } from '#islands/shared/text.tsx';
import { useMemo } from 'react';

/** Returns a function that formats an instant of the server as day and time, in the user's language and time zone. */
export function useFormatTime(): (instant: string) => string {
  const { language } = useText();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(languageTags[language], {
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    return (instant) => joinDate(format.format(new Date(instant)));
  }, [language]);
}
