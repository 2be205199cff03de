import { type Frame, frameOf } from '#catalog/frame.ts';
import { type Snapshot, readSnapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';
import { categoriesOfGpt, slugOf } from '#catalog/labelSlugs.ts';
import { languages } from '#domain/languages.ts';
import type { SearchFilter } from '#domain/search.ts';
import { searchPath } from '#domain/urls.ts';
import { cleanText, contentMarks } from '#domain/text.ts';

/** A value of a filter, how the most used of its GPTs spells it, and how many they are. */
export type FilterOption = { value: string; label: string; count: number };

/** The open page of results: what was searched for goes into it on the server or in the browser. */
export type SearchView = {
  frame: Frame;
  /** What can be chosen, most GPTs first. */
  options: Readonly<Record<SearchFilter, readonly FilterOption[]>>;
};

/** Longer lists are no help; other values are reached by links. */
const shownOptions = 60;

/** The open page of results in every language. */
export function searchPages(snapshot: Snapshot = readSnapshot()): SearchView[] {
  const { gpts } = snapshot;
  const options = {
    category: optionsOf(gpts, categoriesOfGpt, (slug) => slug),
    tag: optionsOf(gpts, ({ tags }) => tags),
    capability: optionsOf(gpts, ({ capabilities }) => capabilities),
    content: optionsOf(gpts, contentTagsOnce(), (tag) => tag),
  };
  return languages.map((language) => ({
    frame: frameOf(language, searchPath(language)),
    options,
  }));
}

/** Labels that differ in case or width only are one option. */
function optionsOf(
  gpts: readonly Gpt[],
  labelsOf: (gpt: Gpt) => readonly string[],
  valueOf = slugOf,
): FilterOption[] {
  const options = new Map<string, FilterOption>();
  for (const gpt of gpts) {
    const labels = new Map(labelsOf(gpt).map((label) => [valueOf(label), label]));
    for (const [value, label] of labels) {
      const option = options.get(value);
      if (option) option.count += 1;
      else if (value !== '') options.set(value, { value, label: cleanText(label), count: 1 });
    }
  }
  return [...options.values()].toSorted(byCount).slice(0, shownOptions);
}

/** Thousands of GPTs are in a handful of languages. */
function contentTagsOnce(): (gpt: Gpt) => readonly string[] {
  const known = new Map<string | null, readonly string[]>();
  return (gpt) => {
    const tags = known.get(gpt.lang) ?? contentTags(gpt);
    known.set(gpt.lang, tags);
    return tags;
  };
}

/** A language and, where it is said, its script: `zh-Hant-TW` → `zh`, `zh-Hant`. */
function contentTags({ lang }: Gpt): string[] {
  const tag = contentMarks(lang).lang;
  if (tag === undefined) return [];
  const { language, script } = new Intl.Locale(tag);
  return script === undefined ? [language] : [language, `${language}-${script}`];
}

function byCount(one: FilterOption, other: FilterOption): number {
  if (one.count !== other.count) return other.count - one.count;
  return one.value < other.value ? -1 : 1;
}
