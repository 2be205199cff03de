import { namespaces } from '../../astro-i18next.config.ts';

/** The parts that the messages are divided into: one file per language and area, `{language}/{area}.json`. */
export const areas = namespaces;

export type Area = (typeof areas)[number];
