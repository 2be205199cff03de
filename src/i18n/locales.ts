import type { Language } from '#domain/languages/languages.ts';

/** The Open Graph locales of the languages. They need a country: the one with most readers. */
export const openGraphLocales: Readonly<Record<Language, string>> = {
  en: 'en_US',
  zh: 'zh_CN',
  zh_TW: 'zh_TW',
  ja: 'ja_JP',
  ko: 'ko_KR',
  de: 'de_DE',
  fr: 'fr_FR',
  vi: 'vi_VN',
};
