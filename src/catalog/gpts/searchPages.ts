import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf } from '#catalog/site/frame.ts';
import { memoiseText } from '#catalog/memoise.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { categoriesOfGpt, slugOf } from '#catalog/labels/labelSlugs.ts';
import { languages } from '#domain/languages/languages.ts';
import type { SearchFilter } from '#domain/gpts/search.ts';
import { searchPath } from '#domain/gpts/gptPaths.ts';
import { cleanText, contentMarks } from '#domain/texts/text.ts';

/** A value of a filter, its spelling in the most used GPT, and the number of its GPTs. */
export type FilterOption = { value: string; label: string; count: number };

/** The view of the page of results. The server or the browser adds the results. */
export type SearchView = {
  frame: Frame;
  /** The values of each filter, those with most GPTs first. */
  options: Readonly<Record<SearchFilter, readonly FilterOption[]>>;
};

/** Largest number of values of a filter, because long lists are hard to read. Links lead to the other values. */
const shownOptions = 60;

/** Returns the page of results in every language. */
export function searchPages(context: BuildContext): SearchView[] {
  const { gpts } = context.snapshot;
  const options = {
    category: optionsOf(gpts, categoriesOfGpt, (slug) => slug),
    tag: optionsOf(gpts, ({ tags }) => tags),
    capability: optionsOf(gpts, ({ capabilities }) => capabilities),
    content: optionsOf(
      gpts,
      ({ lang }) => contentTags(lang ?? ''),
      (tag) => tag,
    ),
  };
  return languages.map((language) => ({
    frame: frameOf(context, language, searchPath(language)),
    options,
  }));
}

/** Returns the options of a filter. Labels with the same slug are one option. */
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

/**
 * Returns the language of a tag, and the language with script if the tag has one: `zh-Hant-TW` → `zh`, `zh-Hant`. Memoised,
 * because thousands of GPTs have the same few tags.
 */
const contentTags = memoiseText(1_000, (lang: string): readonly string[] => {
  const tag = contentMarks(lang || null).lang;
  if (tag === undefined) return [];
  const { language, script } = new Intl.Locale(tag);
  return script === undefined ? [language] : [language, `${language}-${script}`];
});

function byCount(one: FilterOption, other: FilterOption): number {
  if (one.count !== other.count) return other.count - one.count;
  return one.value < other.value ? -1 : 1;
}
