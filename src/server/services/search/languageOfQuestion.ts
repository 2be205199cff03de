import { foldText } from '#domain/foldText.ts';
import { type Language, defaultLanguage } from '#domain/languages.ts';
import { languageOfScript } from '#server/services/gpts/search/languageOfScript.ts';
import { isTraditional } from '#server/services/gpts/search/tokens.ts';
import { stopWordsOf } from '#server/services/search/passages/stopWords.ts';

/** Languages that Latin letters alone do not identify. */
const latin = ['en', 'de', 'fr'] as const satisfies Language[];

/** Returns the language of a question: by its writing system, and if that is Latin, by its stop words. */
export function languageOfQuestion(question: string): Language {
  const byScript = languageOfScript(question);
  if (byScript === 'zh' && isTraditional(question)) return 'zh_TW';
  if (byScript) return byScript;
  const words = foldText(question).match(/\p{L}+/gu) ?? [];
  const counted = latin.map((language) => ({
    language,
    count: words.filter((word) => stopWordsOf(language).has(word)).length,
  }));
  const [best] = counted.toSorted((one, other) => other.count - one.count);
  return best && best.count > 0 ? best.language : defaultLanguage;
}
