import type { Language } from '#domain/languages/languages.ts';
import { type Messages, pickMessages } from '#i18n/messages.ts';

/** Returns the messages for `parts/resultsParts.ts` and Load More. Use it only in the build and on the server. */
export function resultsMessages(language: Language): Messages {
  return {
    ...pickMessages(language, ['results', 'categories']),
    ...pickMessages(language, ['site'], 'mark'),
    ...pickMessages(language, ['home'], 'more'),
  };
}
