import { defaultLocale, locales } from '../../../astro-i18next.config.ts';

/** The interface languages, in the order of the language menu. The value is the first path segment. */
export const languages = locales;

export type Language = (typeof languages)[number];

export const defaultLanguage: Language = defaultLocale;

/** BCP 47 tags of the languages, for `<html lang>`, hreflang and `Intl`. */
export const languageTags: Readonly<Record<Language, string>> = {
  en: 'en',
  zh: 'zh-Hans',
  zh_TW: 'zh-Hant',
  ja: 'ja',
  ko: 'ko',
  de: 'de',
  fr: 'fr',
  vi: 'vi',
};

/** The native names of the languages, for the language menu. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  zh: '简体中文',
  zh_TW: '繁體中文',
  ja: '日本語',
  ko: '한국어',
  de: 'Deutsch',
  fr: 'Français',
  vi: 'Tiếng Việt',
};

/** Whether `value` is exactly one of the supported path segments (case matters). */
export function isLanguage(value: string | undefined): value is Language {
  return languages.includes(value as Language);
}
