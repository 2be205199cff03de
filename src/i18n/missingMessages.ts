import type { Language } from '#domain/languages/languages.ts';
import { type Messages, filterMessages, pickMessages, rankingMessages } from '#i18n/messages.ts';

/** Returns the messages for pages that are not in the release, which the browser renders. Use it only in the build. */
export function missingMessages(language: Language): Messages {
  return {
    ...pickMessages(language, ['gpt', 'categories']),
    ...rankingMessages(language),
    ...pickMessages(language, ['site'], 'mark'),
    ...pickMessages(language, ['chat'], 'failed'),
    ...pickMessages(language, ['chat'], 'missing'),
    ...pickMessages(language, ['notFound'], 'removed'),
    ...only(pickMessages(language, ['errors']), /^errors\.server_busy$/),
    ...only(pickMessages(language, ['shares']), /^shares\.(table|image|imageUnnamed)$/),
    ...only(pickMessages(language, ['chat']), /^chat\.footnotes?$/),
  };
}

function only(messages: Messages, requested: RegExp): Messages {
  return filterMessages(messages, (key) => requested.test(key));
}
