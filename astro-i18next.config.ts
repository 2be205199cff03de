import { defaultLanguage, languages } from './src/domain/languages.ts';
import { areas } from './src/i18n/areas.ts';
import { i18nextOptions } from './src/i18n/options.ts';

/**
 * astro-i18next starts the i18next instance that `src/i18n/translate.ts` reads from. Its own file backend is replaced by
 * ours, which stops at a missing file; its components and its browser part are not used.
 */
const config = {
  defaultLocale: defaultLanguage,
  locales: [...languages],
  namespaces: [...areas],
  defaultNamespace: 'site',
  load: ['server'],
  showDefaultLocale: true,
  trailingSlash: 'never',
  i18nextServer: i18nextOptions,
  i18nextServerPlugins: {
    fsBackend: null,
    '{catalogueBackend}': '/src/i18n/catalogues.ts',
  },
};

export default config;
