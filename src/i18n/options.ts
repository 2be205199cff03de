import type { InitOptions } from 'i18next';
import { areas } from '#i18n/areas.ts';
import { defaultLanguage, languages } from '#domain/languages.ts';

/**
 * How i18next is set up, for astro-i18next and for plain Node alike. Everything is loaded at once and synchronously;
 * nothing falls back, so that a missing message stops the build instead of showing another language.
 */
export const i18nextOptions = {
  supportedLngs: [...languages],
  preload: [...languages],
  lng: defaultLanguage,
  fallbackLng: false as const,
  load: 'currentOnly' as const,
  ns: [...areas],
  defaultNS: 'site',
  initAsync: false,
  // A group is no text; as an object it is told apart from one.
  returnObjects: true,
  interpolation: { escapeValue: false },
  // A sentence with a hole must not be published.
  missingInterpolationHandler: (text: string) => {
    throw new Error(`A value is missing for the message “${text}”`);
  },
} satisfies InitOptions;
