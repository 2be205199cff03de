import type { Gpt } from '#contract/gpts.ts';
import { defaultGptId } from '#domain/gpts.ts';
import { type Language, languageOfTag } from '#domain/languages.ts';

/**
 * GPTs as the lists of a language show them: most chats first; of equals (in a fresh catalogue all are) those whose
 * content is in the page’s language, then the default GPT, then by id.
 */
export function inListOrder(gpts: readonly Gpt[], language: Language): Gpt[] {
  const own = new Set(gpts.filter(({ lang }) => isIn(language, lang)));
  return gpts.toSorted((one, other) => {
    if (one.chats !== other.chats) return other.chats - one.chats;
    if (own.has(one) !== own.has(other)) return own.has(one) ? -1 : 1;
    if (one.id === defaultGptId || other.id === defaultGptId) {
      return one.id === defaultGptId ? -1 : 1;
    }
    return one.id < other.id ? -1 : 1;
  });
}

function isIn(language: Language, tag: string | null): boolean {
  return tag !== null && languageOfTag(tag) === language;
}
