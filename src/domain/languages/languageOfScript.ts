import type { Language } from '#domain/languages/languages.ts';

/** Scripts that identify one of our languages; kana before Han, because Japanese has both. */
const scripts: readonly (readonly [RegExp, Language])[] = [
  [/\p{sc=Hangul}/u, 'ko'],
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, 'ja'],
  [/\p{sc=Han}/u, 'zh'],
  [/[ơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu, 'vi'],
];

/** Returns the language that is identified by a character of the text, if any. */
export function languageOfScript(text: string): Language | undefined {
  const composed = text.normalize('NFC');
  return scripts.find(([script]) => script.test(composed))?.[1];
}
