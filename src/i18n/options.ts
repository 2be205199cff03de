import type { InitOptions } from 'i18next';
import {
  defaultNamespace,
  i18nextServer,
  locales,
  namespaces,
} from '../../astro-i18next.config.ts';

/** How i18next is set up in plain Node: as astro-i18next sets it up at build time, from the same configuration. */
export const i18nextOptions: InitOptions = {
  supportedLngs: locales,
  ns: namespaces,
  defaultNS: defaultNamespace,
  ...i18nextServer,
};
