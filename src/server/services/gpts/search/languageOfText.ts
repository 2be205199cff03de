import type { Language } from '#domain/languages.ts';
import { findStopWords } from '#server/services/gpts/search/findGroups.ts';
import type { EditorWords } from '#server/services/gpts/search/editorWords.ts';
import { tokensOf } from '#server/services/gpts/search/tokens.ts';

/** Scripts that one language of ours is written in; kana before Han, because Japanese has both. */
const scripts: readonly (readonly [RegExp, Language])[] = [
  [/\p{sc=Hangul}/u, 'ko'],
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, 'ja'],
  [/\p{sc=Han}/u, 'zh'],
  [/[ơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu, 'vi'],
];

const latin: readonly Language[] = ['de', 'fr', 'vi'];

/** Frequent words of Spanish, Portuguese and Italian, which share others with French. */
const foreignWords = new Set(
  'el los las del para con por una y que tu su en com uma um do da dos il di per che della gli e o a'.split(
    ' ',
  ),
);

const readWords = 60;

/** The language that a script belongs to, if a text has any character of it. */
export function languageOfScript(text: string): Language | undefined {
  const composed = text.normalize('NFC');
  return scripts.find(([script]) => script.test(composed))?.[1];
}

/**
 * Guesses the language of a GPT that does not name one: by its script, else by the stop words in it. A text without
 * any letter that English lacks is English.
 */
export function languageOfText(text: string, words: EditorWords): Language | undefined {
  const written = languageOfScript(text);
  if (written) return written;
  const tokens = tokensOf(text, readWords);
  const countOf = (language: Language) => findStopWords(tokens, words, [language]).size;
  const english = countOf('en');
  const others = latin.map((language) => ({ language, count: countOf(language) }));
  const [most] = others.toSorted((one, other) => other.count - one.count);
  const foreign = tokens.filter((token) => foreignWords.has(token.text)).length;
  if (foreign > 1 && foreign >= Math.max(english, most?.count ?? 0)) return undefined;
  if (most && most.count > 1 && most.count > english) return most.language;
  return english > 0 || /^[\0-\x7f\p{P}\p{S}]*$/u.test(text) ? 'en' : undefined;
}
