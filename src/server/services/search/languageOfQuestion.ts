import { foldText } from '#domain/texts/foldText.ts';
import { type Language, defaultLanguage } from '#domain/languages/languages.ts';
import { languageOfScript } from '#domain/languages/languageOfScript.ts';
import { isTraditional } from '#server/services/gpts/search/tokens.ts';
import { stopWordsOf } from '#server/services/search/passages/stopWords.ts';

/** Languages that Latin letters alone do not identify. */
const latin = ['en', 'de', 'fr'] as const satisfies Language[];

/**
 * Returns the language of a question: by its writing system, and if that is Latin, by its stop words. `reader` is the
 * language of the page on which it was asked, which decides where these do not.
 */
export function languageOfQuestion(question: string, reader: Language = defaultLanguage): Language {
  const byScript = languageOfScript(question);
  if (byScript === 'zh') return languageOfHan(question, reader);
  if (byScript) return byScript;
  const words = foldText(question).match(/\p{L}+/gu) ?? [];
  const counted = latin.map((language) => ({
    language,
    count: words.filter((word) => stopWordsOf(language).has(word)).length,
  }));
  const [best] = counted.toSorted((one, other) => other.count - one.count);
  const own = counted.find(({ language }) => language === reader);
  if (!best || best.count === (own?.count ?? 0)) return reader;
  return best.language;
}

/** Chinese characters alone may also be Japanese, and either kind of Chinese. */
function languageOfHan(question: string, reader: Language): Language {
  if (reader === 'ja') return reader;
  if (isTraditional(question)) return 'zh_TW';
  return reader === 'zh_TW' ? reader : 'zh';
}
