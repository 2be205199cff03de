import type { InitOptions } from 'i18next';

/**
 * The configuration of astro-i18next, and with it the only list of the interface languages and of the areas of messages:
 * `src/domain/languages/languages.ts` and `src/i18n/areas.ts` pass them on. It imports nothing at run time, so that every module can
 * read it. Each option is an export of its own, because astro-i18next reads a default export only where there is no other,
 * and a browser would have to load all of a default export to read the languages.
 */

/** The languages, in the order of the language menu. Each is the first segment of a path and a folder of `src/i18n`. */
export const locales = ['en', 'zh', 'zh_TW', 'ja', 'ko', 'de', 'fr', 'vi'] as const;

export const defaultLocale: (typeof locales)[number] = 'en';

/** The areas of messages: one file per language, `{language}/{area}.json`. */
export const namespaces = [
  'site',
  'home',
  'results',
  'gpt',
  'saved',
  // Lists of tags, authors and categories. It keeps its name, because corrections of operators use it.
  'shelves',
  'collections',
  'reviews',
  'ranking',
  'pricing',
  'pay',
  'share',
  'sharing',
  'policies',
  'contact',
  'cancellation',
  'blog',
  'help',
  'notFound',
  'categories',
  'login',
  'account',
  'settings',
  'redeem',
  'gptLink',
  'redeemPage',
  'chat',
  'composer',
  'conversations',
  'shares',
  'errors',
  'models',
  'mail',
  'product',
  'orders',
  'withdraw',
] as const;

export const defaultNamespace = 'site';

export const load = ['server'];

export const showDefaultLocale = true;

/**
 * How i18next is set up. In a build astro-i18next does it, for the instance that `src/i18n/translate.ts` reads from; in
 * plain Node `src/i18n/options.ts` does.
 */
export const i18nextServer: InitOptions = {
  // Everything is loaded at once and synchronously, so that translating needs no waiting.
  preload: locales,
  initAsync: false,
  lng: defaultLocale,
  // Nothing falls back, so that a missing message stops the build instead of showing another language.
  fallbackLng: false,
  load: 'currentOnly',
  // A group of messages is returned as an object, which is how it is told apart from a text.
  returnObjects: true,
  interpolation: { escapeValue: false },
  // A sentence with a hole must not be published.
  missingInterpolationHandler: (text: string) => {
    throw new Error(`A value is missing for the message “${text}”`);
  },
};

/** The file backend of astro-i18next is replaced by ours, which stops at a missing file. */
export const i18nextServerPlugins = {
  fsBackend: null,
  '{catalogueBackend}': '/src/i18n/catalogues.ts',
};
