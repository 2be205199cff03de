import { type CollectionLink, linkOf } from '#catalog/collections/pages.ts';
import { type ShownCollection, shownCollections } from '#catalog/collections/shownCollections.ts';
import { editorsPicks } from '#catalog/editorsOrder.ts';
import { startingCreditsOf } from '#catalog/frame.ts';
import { inListOrder, newestFirst } from '#catalog/listOrder.ts';
import { newestOf } from '#catalog/modified.ts';
import { perSnapshot } from '#catalog/perSnapshot.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import { type Rising, risingOf } from '#catalog/rising.ts';
import { type RowGpt, leastOfRow, mostOfRow, rowGptOf } from '#catalog/rowGpt.ts';
import type { Gpt } from '#contract/gpts.ts';
import { startingCredits } from '#domain/credits.ts';
import { type Language, defaultLanguage, languageOfTag, languages } from '#domain/languages.ts';

/** The rows of the first home page, above the list of all GPTs. */
export type HomeRows = {
  /** Credits of the cheapest question, and those that a new account starts with. */
  prices: { question: number; start: number };
  /** What editors recommend, and the page of their newest picks, if there are any. `null` without collections. */
  picks: { slug: string | null; gpts: readonly RowGpt[] } | null;
  /** Where there is something to tell. */
  rising: Rising | null;
  /** Empty where too few have a date. */
  newest: readonly RowGpt[];
  collections: readonly CollectionLink[];
};

/** One line on a desk: two would make the page too heavy. */
const lineOfRow = 3;

/** The rows of the home page of a language. A row that would have fewer than three entries is left out. */
export function homeRowsOf(snapshot: Snapshot, language: Language): HomeRows {
  const { picks, others } = listsOf(snapshot);
  const picked = editorsPicks(snapshot, language).slice(0, mostOfRow);
  const newest = newestIn(snapshot, language, new Set(picked));
  const links = others.slice(0, lineOfRow).map((one) => linkOf(one, language));
  return {
    prices: {
      question: leastPrice(snapshot),
      start: startingCreditsOf(startingCredits),
    },
    picks:
      picked.length < leastOfRow ? null : { slug: picks?.slug ?? null, gpts: picked.map(rowGptOf) },
    rising: risingOf(snapshot),
    newest: newest.length < leastOfRow ? [] : newest.map(rowGptOf),
    collections: links.length < leastOfRow ? [] : links,
  };
}

/** Returns when what the rows recommend was changed last. */
export function modifiedRows(snapshot: Snapshot): string {
  const { picks, others } = listsOf(snapshot);
  return newestOf([picks, ...others].flatMap((one) => one?.day ?? []));
}

/** The newest picks, and the collections that are no picks. */
const listsOf = perSnapshot(
  (snapshot): { picks: ShownCollection | undefined; others: readonly ShownCollection[] } => {
    const shown = shownCollections(snapshot);
    return {
      picks: shown.find(({ isPicks }) => isPicks),
      others: shown.filter(({ isPicks }) => !isPicks),
    };
  },
);

/**
 * The newest GPTs by the day on which they were made: those in the language of the page, then English ones. GPTs that
 * arrived together, as in a fresh catalogue, keep the days that they came with.
 */
function newestIn(snapshot: Snapshot, language: Language, except: ReadonlySet<Gpt>): Gpt[] {
  const dated = datedFirst(snapshot);
  return [...new Set([language, defaultLanguage])]
    .flatMap((one) => dated[one])
    .filter((gpt) => !except.has(gpt))
    .slice(0, lineOfRow);
}

/** Those of GPTs in each language that may stand in a row, although the picks are left out of it. */
const datedFirst = perSnapshot((snapshot): Readonly<Record<Language, readonly Gpt[]>> => {
  const dated = snapshot.gpts.filter(({ created }) => created !== null);
  const lists = languages.map((language) => {
    const own = dated.filter(({ lang }) => lang !== null && languageOfTag(lang) === language);
    const newest = inListOrder(snapshot, own, language)
      .toSorted(newestFirst)
      .slice(0, 2 * mostOfRow);
    return [language, newest] as const;
  });
  return Object.fromEntries(lists) as Record<Language, Gpt[]>;
});

/** Of the models that are offered. */
function leastPrice({ models }: Snapshot): number {
  const offered = models.filter(({ hidden }) => !hidden);
  return Math.min(...(offered.length > 0 ? offered : models).map(({ price }) => price));
}
