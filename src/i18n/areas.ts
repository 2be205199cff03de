import { namespaces } from '../../astro-i18next.config.ts';

/** The areas of messages. Each language has one file per area, `{language}/{area}.json`. */
export const areas = namespaces;

export type Area = (typeof areas)[number];
