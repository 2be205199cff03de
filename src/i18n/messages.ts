import type { Area } from '#i18n/areas.ts';
import { type Catalogue, readCatalogue } from '#i18n/catalogues.ts';
import type { Language } from '#domain/languages.ts';

/** Texts by `area.key`, as islands receive them. */
export type Messages = Readonly<Record<string, string>>;

/** The texts of some areas as plain JSON, for the browser. Build time only. */
export function pickMessages(language: Language, wanted: readonly Area[]): Messages {
  return Object.fromEntries(wanted.flatMap((area) => flatten(area, readCatalogue(language, area))));
}

function flatten(prefix: string, catalogue: Catalogue): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}.${key}`, value]] : flatten(`${prefix}.${key}`, value),
  );
}
