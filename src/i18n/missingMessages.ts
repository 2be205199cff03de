import type { Language } from '#domain/languages.ts';
import { type Messages, pickMessages } from '#i18n/messages.ts';

/** The texts that the browser needs to draw a page which the release does not have. Build only. */
export function missingMessages(language: Language): Messages {
  return {
    ...pickMessages(language, ['gpt', 'ranking', 'categories']),
    ...pickMessages(language, ['site'], 'mark'),
    ...pickMessages(language, ['chat'], 'failed'),
    ...pickMessages(language, ['chat'], 'missing'),
    ...pickMessages(language, ['notFound'], 'removed'),
    ...only(pickMessages(language, ['errors']), /^errors\.server_busy$/),
  };
}

function only(messages: Messages, wanted: RegExp): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([key]) => wanted.test(key)));
}
