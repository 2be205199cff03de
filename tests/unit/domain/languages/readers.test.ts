import { describe, expect, it } from 'vitest';
import { type Language, languages } from '#domain/languages/languages.ts';
import { divideByLanguage, knownLanguages, languageOfTexts } from '#domain/languages/readers.ts';

function textsIn(lang: string | null, name = 'Name', description: string | null = null) {
  return { lang, name, description };
}

describe('the language of texts', () => {
  it.each([
    [textsIn('zh-Hant-HK'), 'zh_TW'],
    [textsIn('es'), undefined],
    [textsIn(null, '旅行プランナー'), 'ja'],
    [textsIn(null, 'Planner', '여행을 계획합니다.'), 'ko'],
    [textsIn(null), 'en'],
  ] as const)('follows the tag, else the script, else is English: %j', (texts, language) => {
    expect(languageOfTexts(texts)).toBe(language);
  });
});

describe('a list for readers of an interface', () => {
  const items = ['es', 'en', 'zh_TW', 'zh', 'ja', 'de', 'en', 'zh'].map((language, index) => ({
    id: `${language} ${index}`,
    language: languages.find((one) => one === language),
  }));
  const divided = (reader: Language) => {
    const { known, others } = divideByLanguage(items, reader, ({ language }) => language);
    return [known, others].map((part) => part.map(({ id }) => id).join(', '));
  };

  it('has their own language first, then English, and keeps the order within each', () => {
    expect(divided('en')).toEqual(['en 1, en 6', 'es 0, zh_TW 2, zh 3, ja 4, de 5, zh 7']);
    expect(divided('de')).toEqual(['de 5, en 1, en 6', 'es 0, zh_TW 2, zh 3, ja 4, zh 7']);
    expect(divided('vi')).toEqual(['en 1, en 6', 'es 0, zh_TW 2, zh 3, ja 4, de 5, zh 7']);
  });

  it('has the other Chinese script between their own and English', () => {
    expect(divided('zh')[0]).toBe('zh 3, zh 7, zh_TW 2, en 1, en 6');
    expect(knownLanguages('zh_TW')).toEqual(['zh_TW', 'zh', 'en']);
  });
});
