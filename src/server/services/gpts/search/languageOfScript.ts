import type { Language } from '#domain/languages.ts';

/** Scripts that one language of ours is written in; kana before Han, because Japanese has both. */
const scripts: readonly (readonly [RegExp, Language])[] = [
  [/\p{sc=Hangul}/u, 'ko'],
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, 'ja'],
  [/\p{sc=Han}/u, 'zh'],
  [/[ơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu, 'vi'],
];

/** The language that a script belongs to, if a text has any character of it. */
export function languageOfScript(text: string): Language | undefined {
  const composed = text.normalize('NFC');
  return scripts.find(([script]) => script.test(composed))?.[1];
}
