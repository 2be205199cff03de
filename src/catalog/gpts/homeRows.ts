import type { BuildContext } from '#catalog/buildContext.ts';
import { type CollectionLink, linkOf } from '#catalog/collections/pages.ts';
import { type ShownCollection, shownCollections } from '#catalog/collections/shownCollections.ts';
import { chosenRows, lineOfRow } from '#catalog/gpts/chosenRows.ts';
import type { RisingGpts } from '#catalog/gpts/growth.ts';
import { memoise } from '#catalog/memoise.ts';
import { creditMoney } from '#catalog/pricing/questionMoney.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import { newestOf } from '#catalog/site/modified.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import type { Day } from '#domain/dates.ts';
import { type CardQuestion, cardOf, clipToWidth } from '#domain/gpts/card.ts';
import type { Mark } from '#domain/gpts/mark.ts';
import type { Language } from '#domain/languages/languages.ts';
import type { ContentMarks } from '#domain/texts/text.ts';

/** The rows of the first home page, above the list of all GPTs. */
export type HomeRows = {
  prices: HomePrices;
  /** Prompt starters, each with its GPT; empty if there are too few. */
  questions: readonly (Omit<RowGpt, 'text' | 'question'> & { question: string })[];
  /** The editors’ recommendations, and the slug of their newest picks, if any. `null` if there are too few. */
  picks: { slug: string | null; gpts: readonly RowGpt[] } | null;
  /** `null` if too few GPTs rise. */
  rising: Rising | null;
  /** Empty if there are too few, or if all GPTs are equally new. */
  newest: readonly RowGpt[];
  collections: readonly CollectionLink[];
};

/** Credits of the cheapest question, what a credit costs in words (`null` if none can be bought), and a new account's. */
type HomePrices = { question: number; credit: string | null; start: number };

/** Returns the rows of the home page of a language. A row with fewer than three entries is omitted. */
export function homeRowsOf(context: BuildContext, language: Language): HomeRows {
  const { picks: newestPicks, others } = listsOf(context);
  const { questions, picks, rising, newest } = chosenRows(context, language);
  const links = others.slice(0, lineOfRow).map((one) => linkOf(one, language));
  return {
    prices: pricesOf(context, language),
    questions: questions.map(({ gpt, question }) => {
      const { text: _, ...named } = rowGptOf(gpt);
      return { ...named, question };
    }),
    picks: picks.length === 0 ? null : { slug: newestPicks?.slug ?? null, gpts: picks.map(pickOf) },
    rising: rising && risingOf(rising),
    newest: newest.map(rowGptOf),
    collections: links.length < lineOfRow ? [] : links.map(toShortLink),
  };
}

function pricesOf(context: BuildContext, language: Language): HomePrices {
  return {
    question: leastPrice(context.snapshot),
    credit: creditMoney(context, language, 1),
    start: context.shop.startingCredits,
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

function risingOf({ week, rising, others }: RisingGpts): Rising {
  const { value, from, to } = week;
  const gpts = rising.map(({ gpt, row }) => ({ ...rowGptOf(gpt), rate: row.rate }));
  return { week: { value, from, to }, gpts, others };
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

/** Characters in two lines of a row on a desktop. Chinese, Japanese and Korean ones are twice as wide. */
const [narrowCharacters, wideCharacters] = [88, 42];

function rowGptOf(gpt: Gpt): RowGpt {
  const { id, name, mark, description, marks } = cardOf(gpt);
  return { id, name, mark, text: clipToRow(description), marks };
}

/** Shows the question of an example in place of the description, if there is one. */
function pickOf(gpt: Gpt): RowGpt {
  const row = rowGptOf(gpt);
  const { question } = cardOf(gpt);
  return question ? { ...row, question: { ...question, text: clipToRow(question.text) } } : row;
}

function toShortLink(link: CollectionLink): CollectionLink {
  return { ...link, text: clipToRow(link.text) };
}

function clipToRow(text: string): string {
  return clipToWidth(text, narrowCharacters, wideCharacters);
}
