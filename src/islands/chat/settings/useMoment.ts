import { languageTags } from '#domain/languages.ts';
import { useText } from '#islands/shared/text.tsx';
import { useMemo } from 'react';

/** Returns how an instant of the server reads here: day and time in the reader's language and zone. */
export function useMoment(): (instant: string) => string {
  const { language } = useText();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(languageTags[language], {
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    return (instant) => format.format(new Date(instant));
  }, [language]);
}
