import type { Language } from '#domain/languages.ts';
import { type Messages, pickMessages } from '#i18n/messages.ts';

const shown = /^gpt\.(?:capability\.|chatsOwn|chatsImported|ratingOf|ratings)/;

/** The texts that `i18n/gptParts.ts` and the categories of a GPT need. Build only. */
export function gptMessages(language: Language): Messages {
  const texts = Object.entries(pickMessages(language, ['gpt'])).filter(([key]) => shown.test(key));
  return { ...Object.fromEntries(texts), ...pickMessages(language, ['categories']) };
}
