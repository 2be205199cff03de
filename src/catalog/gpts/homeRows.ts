import type { BuildContext } from '#catalog/buildContext.ts';
import { type CollectionLink, linkOf } from '#catalog/collections/pages.ts';
import { type ShownCollection, shownCollections } from '#catalog/collections/shownCollections.ts';
import { editorsPicks } from '#catalog/gpts/editorsOrder.ts';
import { inListOrder, orderingOf } from '#catalog/gpts/listOrder.ts';
import { languageOfGpt } from '#catalog/gpts/readers.ts';
import { memoise } from '#catalog/memoise.ts';
import { newestOf } from '#catalog/site/modified.ts';
import { newestFirst } from '#catalog/gpts/newest.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { knownLanguages } from '#domain/languages/readers.ts';
import { risingThisWeek } from '#catalog/gpts/growth.ts';
import type { Day } from '#domain/dates.ts';
import { type CardQuestion, cardOf } from '#domain/gpts/card.ts';
import type { Mark } from '#domain/gpts/mark.ts';
import { type ContentMarks, clip } from '#domain/texts/text.ts';

/** The rows of the first home page, above the list of all GPTs. */
export type HomeRows = {
  /** Credits of the cheapest question, and of a new account. */
  prices: { question: number; start: number };
  /** The editors’ recommendations, and the slug of their newest picks, if any. `null` if there are too few. */
  picks: { slug: string | null; gpts: readonly RowGpt[] } | null;
  /** `null` if too few GPTs rise. */
  rising: Rising | null;
  /** Empty if there are too few, or if all GPTs are equally new. */
  newest: readonly RowGpt[];
  collections: readonly CollectionLink[];
};

/** Entries of one line on a wide screen. Two lines would make the page too large. */
const lineOfRow = 3;

/** Returns the rows of the home page of a language. A row with fewer than three entries is omitted. */
export function homeRowsOf(context: BuildContext, language: Language): HomeRows {
  const { picks, others } = listsOf(context);
  const picked = editorsPicks(context, language).slice(0, mostOfRow);
  const newest = newestIn(context, language, new Set(picked));
  const links = others.slice(0, lineOfRow).map((one) => linkOf(one, language));
  return {
    prices: {
      question: leastPrice(context.snapshot),
      start: context.shop.startingCredits,
    },
    picks:
      picked.length < leastOfRow ? null : { slug: picks?.slug ?? null, gpts: picked.map(pickOf) },
    rising: risingOf(context.snapshot, language),
    newest: newest.length < leastOfRow ? [] : newest.map(rowGptOf),
    collections: links.length < leastOfRow ? [] : links,
  };
}

/** Returns the time of the last change of the recommendations. */
export function modifiedRows(context: BuildContext): string {
  const { picks, others } = listsOf(context);
  return newestOf([picks, ...others].flatMap((one) => one?.day ?? []));
}

/** Returns the newest picks, and the collections that are not picks. */
const listsOf = memoise(
  (
    context: BuildContext,
  ): { picks: ShownCollection | undefined; others: readonly ShownCollection[] } => {
    const shown = shownCollections(context);
    return {
      picks: shown.find(({ isPicks }) => isPicks),
      others: shown.filter(({ isPicks }) => !isPicks),
    };
  },
);

/** Returns the newest GPTs in languages that readers of the page know, best known first. */
function newestIn(context: BuildContext, language: Language, except: ReadonlySet<Gpt>): Gpt[] {
  const newest = newestByLanguage(context);
  return knownLanguages(language)
    .flatMap((one) => newest[one])
    .filter((gpt) => !except.has(gpt))
    .slice(0, lineOfRow);
}

/** Returns the newest GPTs of each language, enough to fill a row after removing those of other rows. */
const newestByLanguage = memoise(
  (context: BuildContext): Readonly<Record<Language, readonly Gpt[]>> => {
    const { snapshot } = context;
    const hasNew = orderingOf(snapshot, snapshot.gpts).orders.includes('new');
    const gpts = hasNew ? snapshot.gpts : [];
    const lists = languages.map((language) => {
      const own = gpts.filter((gpt) => languageOfGpt(gpt) === language);
      const newest = inListOrder(context, own, language)
        .toSorted(newestFirst(snapshot))
        .slice(0, 4 * mostOfRow);
      return [language, newest] as const;
    });
    return Object.fromEntries(lists) as Record<Language, Gpt[]>;
  },
);

/** Returns the lowest price of the offered models. */
function leastPrice({ models }: Snapshot): number {
  const offered = models.filter(({ hidden }) => !hidden);
  return Math.min(...(offered.length > 0 ? offered : models).map(({ price }) => price));
}

/** The GPTs that rise in the newest frozen week. */
type Rising = {
  /** The week with its value in URLs, its first and last day. */
  week: { value: string; from: Day; to: Day };
  gpts: readonly (RowGpt & { rate: number })[];
  /** Number of those in languages that readers of the page may not know. */
  others: number;
};

/** Returns the rising GPTs, best first; `null` if there are too few for a row. */
function risingOf(snapshot: Snapshot, language: Language): Rising | null {
  const found = risingThisWeek(snapshot, language, mostOfRow);
  if (found === null || found.rising.length < leastOfRow) return null;
  const { value, from, to } = found.week;
  const gpts = found.rising.map(({ gpt, row }) => ({ ...rowGptOf(gpt), rate: row.rate }));
  return { week: { value, from, to }, gpts, others: found.others };
}

/** A GPT in a row of the home page. */
type RowGpt = {
  id: string;
  name: string;
  mark: Mark;
  text: string;
  marks: ContentMarks;
  /** Shown in place of the text. */
  question?: CardQuestion;
};

const mostOfRow = 6;

const leastOfRow = 3;

/** Characters in one line of a row on a desktop. Chinese, Japanese and Korean ones are twice as wide. */
const [narrowCharacters, wideCharacters] = [48, 21];

function rowGptOf(gpt: Gpt): RowGpt {
  const { id, name, mark, description, marks } = cardOf(gpt);
  return { id, name, mark, text: clip(description, charactersFor(description)), marks };
}

/** Shows the question of an example in place of the description, if there is one. */
function pickOf(gpt: Gpt): RowGpt {
  const row = rowGptOf(gpt);
  const { question } = cardOf(gpt);
  if (question === undefined) return row;
  const text = clip(question.text, charactersFor(question.text));
  return { ...row, question: { ...question, text } };
}

function charactersFor(text: string): number {
  return /[\u2e80-\uffdc]/.test(text) ? wideCharacters : narrowCharacters;
}
