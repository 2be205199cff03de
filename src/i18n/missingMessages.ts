import type { Language } from '#domain/languages.ts';
import { type Messages, pickMessages } from '#i18n/messages.ts';

/** The texts that the browser needs to draw a page which the release does not have. Build only. */
export function missingMessages(language: Language): Messages {
  return {
    ...pickMessages(language, ['ranking', 'categories']),
    ...pickMessages(language, ['chat'], 'failed'),
    ...only(pickMessages(language, ['errors']), /^errors\.server_busy$/),
  };
}

function only(messages: Messages, wanted: RegExp): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([key]) => wanted.test(key)));
}
