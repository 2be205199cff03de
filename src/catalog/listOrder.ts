import type { Gpt } from '#contract/gpts.ts';
import { defaultGptId } from '#domain/gpts.ts';
import { type Language, languageOfTag } from '#domain/languages.ts';

/**
 * GPTs as the lists of a language show them: most chats first; of equals (in a fresh catalogue all are) those whose
 * content is in the page’s language, then the default GPT, then by id.
 */
export function inListOrder(gpts: readonly Gpt[], language: Language): Gpt[] {
  return gpts.toSorted((one, other) => {
    if (one.chats !== other.chats) return other.chats - one.chats;
    const isOwn = isIn(language, one.lang);
    if (isOwn !== isIn(language, other.lang)) return isOwn ? -1 : 1;
    if (one.id === defaultGptId || other.id === defaultGptId) {
      return one.id === defaultGptId ? -1 : 1;
    }
    return one.id < other.id ? -1 : 1;
  });
}

function isIn(language: Language, tag: string | null): boolean {
  return tag !== null && languageOfTag(tag) === language;
}
