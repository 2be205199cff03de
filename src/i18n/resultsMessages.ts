import type { Language } from '#domain/languages.ts';
import { type Messages, pickMessages } from '#i18n/messages.ts';

/** The texts that `parts/resultsParts.ts` and Load More need. Build and server only. */
export function resultsMessages(language: Language): Messages {
  return {
    ...pickMessages(language, ['results', 'categories']),
    ...pickMessages(language, ['site'], 'mark'),
    ...pickMessages(language, ['home'], 'more'),
  };
}
