import { categorySlug, labelSlug } from '#domain/gpts/gpts.ts';
import type { Language } from '#domain/languages/languages.ts';
import { type GptFilter, gptFilters } from '#domain/gpts/search.ts';
import type { gpt } from '#server/db/schema/gpts.ts';
import { stemOf } from '#server/services/gpts/search/tokens.ts';

/** A term is a word, or a text after one of these marks, which folded words never contain. */
export const terms = {
  stem: (word: string, language: Language) => `${language}~${stemOf(word, language)}`,
  group: (group: string) => `#${group}`,
  whole: (name: string) => `=${name}`,
  symbols: (run: string) => `?${run}`,
  /** A value of a filter, such as a tag. */
  label: (filter: GptFilter, value: string) => `${filter}:${spellingOf(filter, value)}`,
};

const filterNames = Object.keys(gptFilters) as GptFilter[];

/** Labels that a GPT must have. An empty text is not a filter. `lang` also matches the tags that extend it. */
export type Filters = { [Name in GptFilter]?: string | undefined };

/** The fields of a GPT that filters compare. */
export type FilteredField = (typeof gptFilters)[GptFilter];

export type FilteredGpt = Pick<typeof gpt.$inferSelect, FilteredField>;

/** Returns the filters among the parameters of a list. */
export function filtersOf(requested: Filters): Filters {
  return Object.fromEntries(filterNames.map((name) => [name, requested[name]]));
}

/** Returns the terms that a GPT must have. Labels are compared as in addresses. */
export function filterTerms(filters: Filters): string[] {
  return filterNames.flatMap((name) => {
    const value = filters[name];
    return value ? [terms.label(name, value)] : [];
  });
}

/** Returns the terms by which filters find a GPT. */
export function labelTerms(found: FilteredGpt): string[] {
  return filterNames.flatMap((name) => {
    const labels = [found[gptFilters[name]] ?? []].flat();
    const values = name === 'lang' ? labels.flatMap(languagesOf) : labels;
    return values.map((value) => terms.label(name, value));
  });
}

function spellingOf(filter: GptFilter, value: string): string {
  if (filter === 'category') return categorySlug(value);
  return filter === 'lang' ? languageText(value) : labelSlug(value);
}

/** Returns a language tag and its prefixes: for `zh-Hans-CN` also `zh-hans` and `zh`. */
function languagesOf(tag: string): string[] {
  const parts = languageText(tag).split('-');
  return parts.map((_, index) => parts.slice(0, index + 1).join('-'));
}

function languageText(tag: string): string {
  return tag.trim().replaceAll('_', '-').toLowerCase();
}
