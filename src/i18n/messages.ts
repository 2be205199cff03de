import type { Area } from '#i18n/areas.ts';
import { readCatalogue, whenCataloguesChange } from '#i18n/catalogues.ts';
import type { Catalogue } from '#i18n/shipped.ts';
import type { Language } from '#domain/languages/languages.ts';

/** Messages by `area.key`, in the form that islands get. */
export type Messages = Readonly<Record<string, string>>;

const picked = new Map<string, Messages>();
/** The texts of each language and area by `area.key`. */
const flat = new Map<string, readonly [string, string][]>();
whenCataloguesChange(() => {
  picked.clear();
  flat.clear();
});

/**
 * Returns the messages of some areas as plain JSON, for the browser. With `group`, only those of the group
 * (`home`, `search` → `home.search.*`). Use it only in the build and on the server.
 */
export function pickMessages(
  language: Language,
  requested: readonly Area[],
  group?: string,
): Messages {
  const name = [language, ...requested, group].join('/');
  const known = picked.get(name) ?? pick(language, requested, group);
  picked.set(name, known);
  return known;
}

/** The messages about recomputing a ranking that its page has. */
const ofRecomputedPage = /^ranking\.recompute\.(title|text|button|licence|file\.|chain\.gone)/;

/** Returns the messages of a comparison of a ranking, without those that its page has. */
export function recomputeMessages(language: Language): Messages {
  const all = pickMessages(language, ['ranking'], 'recompute');
  return filterMessages(all, (key) => !ofRecomputedPage.test(key));
}

/** Returns the messages of the page of a ranking, without those of a comparison, which are loaded for it. */
export function rankingMessages(language: Language): Messages {
  return filterMessages(
    pickMessages(language, ['ranking']),
    (key) =>
      !key.startsWith('ranking.recompute.') ||
      ofRecomputedPage.test(key) ||
      key === 'ranking.recompute.missing',
  );
}

/** Returns the messages of the form that reports a GPT, for pages without reviews. */
export function reportMessages(language: Language): Messages {
  const ofForm = /^reviews\.(?:report\.|own\.(?:length|tooLong))/;
  return filterMessages(pickMessages(language, ['reviews']), (key) => ofForm.test(key));
}

/** Returns the messages whose keys are chosen. */
export function filterMessages(messages: Messages, isChosen: (key: string) => boolean): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([key]) => isChosen(key)));
}

function pick(language: Language, requested: readonly Area[], group: string | undefined): Messages {
  const all = requested.flatMap((area) => flatTexts(language, area));
  const prefixes = requested.map((area) => (group === undefined ? area : `${area}.${group}`));
  return Object.fromEntries(
    all.filter(([key]) => prefixes.some((prefix) => key.startsWith(`${prefix}.`))),
  );
}

function flatTexts(language: Language, area: Area): readonly [string, string][] {
  const name = `${language}/${area}`;
  const known = flat.get(name) ?? flatten(area, readCatalogue(language, area));
  flat.set(name, known);
  return known;
}

function flatten(prefix: string, catalogue: Catalogue): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}.${key}`, value]] : flatten(`${prefix}.${key}`, value),
  );
}
