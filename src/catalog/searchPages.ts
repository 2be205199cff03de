import { type Frame, frameOf } from '#catalog/frame.ts';
import { type Snapshot, readSnapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';
import { categoriesOf } from '#domain/card.ts';
import { labelSlug } from '#domain/gpts.ts';
import { languages } from '#domain/languages.ts';
import type { SearchFilter } from '#domain/search.ts';
import { searchPath } from '#domain/urls.ts';
import { cleanText, contentMarks } from '#domain/text.ts';

/** A value of a filter, as the most used of its GPTs spells it, and how many they are. */
export type FilterOption = { value: string; count: number };

/** The open page of results: what was searched for goes into it on the server or in the browser. */
export type SearchView = {
  frame: Frame;
  /** What can be chosen, most GPTs first. */
  options: Readonly<Record<SearchFilter, readonly FilterOption[]>>;
};

/** Longer lists are no help; other tags are reached by links. */
const shownTags = 60;

/** The open page of results in every language. */
export function searchPages(snapshot: Snapshot = readSnapshot()): SearchView[] {
  const { gpts } = snapshot;
  const options = {
    category: optionsOf(gpts, categoriesOf),
    tag: optionsOf(gpts, ({ tags }) => tags).slice(0, shownTags),
    capability: optionsOf(gpts, ({ capabilities }) => capabilities),
    content: optionsOf(gpts, contentTags),
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
): FilterOption[] {
  const options = new Map<string, FilterOption>();
  for (const gpt of gpts) {
    const labels = new Map(labelsOf(gpt).map((label) => [labelSlug(label), label]));
    for (const [slug, label] of labels) {
      const option = options.get(slug);
      if (option) option.count += 1;
      else if (slug !== '') options.set(slug, { value: cleanText(label), count: 1 });
    }
  }
  return [...options.values()].toSorted(byCount);
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
