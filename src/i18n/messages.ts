import type { Area } from '#i18n/areas.ts';
import { readCatalogue, whenCataloguesChange } from '#i18n/catalogues.ts';
import type { Catalogue } from '#i18n/shipped.ts';
import type { Language } from '#domain/languages.ts';

/** Texts by `area.key`, as islands receive them. */
export type Messages = Readonly<Record<string, string>>;

const picked = new Map<string, Messages>();
whenCataloguesChange(() => picked.clear());

/**
 * The texts of some areas as plain JSON, for the browser; with `group`, only those of that group
 * (`home`, `search` → `home.search.*`). Build time only.
 */
export function pickMessages(
  language: Language,
  wanted: readonly Area[],
  group?: string,
): Messages {
  const name = [language, ...wanted, group].join('/');
  const known = picked.get(name) ?? pick(language, wanted, group);
  picked.set(name, known);
  return known;
}

function pick(language: Language, wanted: readonly Area[], group: string | undefined): Messages {
  const all = wanted.flatMap((area) => flatten(area, readCatalogue(language, area)));
  const prefixes = wanted.map((area) => (group === undefined ? area : `${area}.${group}`));
  return Object.fromEntries(
    all.filter(([key]) => prefixes.some((prefix) => key.startsWith(`${prefix}.`))),
  );
}

function flatten(prefix: string, catalogue: Catalogue): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}.${key}`, value]] : flatten(`${prefix}.${key}`, value),
  );
}
