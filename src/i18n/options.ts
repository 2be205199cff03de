import type { InitOptions } from 'i18next';
import {
  defaultNamespace,
  i18nextServer,
  locales,
  namespaces,
} from '../../astro-i18next.config.ts';

/** The options of i18next in plain Node. They come from the configuration that astro-i18next uses in a build. */
export const i18nextOptions: InitOptions = {
  supportedLngs: locales,
  ns: namespaces,
  defaultNS: defaultNamespace,
  ...i18nextServer,
};
