import type { Language } from '#domain/languages/languages.ts';
import { type Messages, filterMessages, pickMessages } from '#i18n/messages.ts';

/** Returns the messages for pages that are not in the release, which the browser renders. Use it only in the build. */
export function missingMessages(language: Language): Messages {
  return {
    ...pickMessages(language, ['gpt', 'categories']),
    // A period without a page has no files to recompute it from.
    ...only(pickMessages(language, ['ranking']), /^ranking\.(?!recompute\.)/),
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
