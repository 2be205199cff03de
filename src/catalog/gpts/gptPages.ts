import type { Card } from '#domain/gpts/card.ts';
import { cardsOf } from '#catalog/gpts/cards.ts';
import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf } from '#catalog/site/frame.ts';
import { summaryCharacters } from '#catalog/site/descriptions.ts';
import { gptImage } from '#catalog/site/openGraph.ts';
import {
  type CategoryRank,
  type WeekGrowth,
  categoryRanksOf,
  weekGrowthOf,
  weekInputsOf,
} from '#catalog/gpts/growth.ts';
import { modifiedGptPage } from '#catalog/site/modified.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import { divideForReaders, isKnownToReaders } from '#catalog/gpts/readers.ts';
import { rememberedRelated } from '#catalog/gpts/related.ts';
import { linesOfGpts } from '#catalog/lineDigests.ts';
import type { PageGroup, SitePage } from '#catalog/site/sitePage.ts';
import { authorOf, tagsOf } from '#catalog/labels/labels.ts';
import { type ReviewsView, reviewsOf } from '#catalog/reviews/reviews.ts';
import { type ShownGpt, shownGpt } from '#domain/gpts/shownGpt.ts';
import { clip } from '#domain/texts/text.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import type { Day } from '#domain/dates.ts';
import { exampleHtml } from '#markdown/exampleHtml.ts';
import { fileSegment } from '#domain/site/pageFiles.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { gptPath } from '#domain/gpts/gptPaths.ts';
import { memoise } from '#catalog/memoise.ts';
import { answeringTitle } from '#catalog/pricing/modelState.ts';
import { questionMoney } from '#catalog/pricing/questionMoney.ts';
import { shownPrices } from '#catalog/pricing/shownPrices.ts';
import { publishingDay } from '#catalog/today.ts';
import { gptPrice } from '#domain/models/models.ts';
import { hasMarks } from '#domain/texts/answerMarks.ts';
import { allTexts } from '#i18n/allTexts.ts';
import { answerInLanguage } from '#i18n/answerWords.ts';
import { instructionsHtml } from '#markdown/instructionsHtml.ts';
import { type Currency, toUnits } from '#domain/pricing/money.ts';
import { offers } from '#domain/pricing/offers.ts';

/** The view of the page of a GPT. `null` means unknown. */
export type GptView = ShownGpt & {
  frame: Frame;
  /** One line for search engines; empty without a description. */
  summary: string;
  offer: GptOffer;
  /** The price of a question in money, in words; `null` where no credits can be bought. */
  money: string | null;
  tags: readonly { name: string; hasPages: boolean }[];
  /** The title of the model that answers; `null` if none does. */
  model: string | null;
  /** Growth in the newest frozen week; `null` if it is unknown. */
  growth: WeekGrowth | null;
  /** Its places within its categories in the newest frozen month. */
  ranks: { month: string; places: readonly CategoryRank[] } | null;
  history: ChatHistory | null;
  /** Related GPTs in languages that readers of the page know, and others. */
  related: readonly Card[];
  relatedOthers: readonly Card[];
  /** Other GPTs of the same author, and the number of all, including this one. */
  sameAuthor: { cards: readonly Card[]; total: number };
  /** Ratings and reviews of users of this site. */
  reviewed: ReviewsView;
};

export type ChatHistory = {
  /** Chats on each of up to 90 consecutive days that end with `lastDay`, oldest first. */
  days: readonly number[];
  total: number;
  lastDay: Day;
  /** Number of days with a partly estimated value. */
  estimated: number;
  /** Whether the chats on the latest days are unknown. */
  isOver: boolean;
};

/** Related GPTs that each language chooses from. */
const consideredRelated = 12;
const relatedCount = 6;
/** A row of cards on a wide screen. */
const relatedOthersCount = 3;
const sameAuthorCount = 3;
/** Most GPTs of an author that are considered, because one author may have the whole catalogue. */
const consideredOfAuthor = 200;

/**
 * Yields the pages of a GPT in every language as a group. Views are made on demand, because all of them do not fit in
 * memory.
 */
export function* gptGroups(context: BuildContext): Generator<PageGroup<SitePage<GptView>>> {
  const { snapshot } = context;
  for (const gpt of snapshot.gpts) {
    yield {
      key: gpt.id,
      inputs: () => inputsOf(context, gpt),
      pages: () => pagesOfGpt(context, gpt),
      modified: () => modifiedGptPage(snapshot, gpt),
    };
  }
}

/** Returns all inputs of `contentOf` and `listsOf` in short form. */
function inputsOf(context: BuildContext, gpt: Gpt): string {
  const { snapshot } = context;
  const { id } = gpt;
  const candidates = candidatesFor(context, gpt);
  const lists = languages.map((language) => listsOf(candidates, language));
  const listed = new Set(
    lists.flatMap(({ known, others, sameAuthor }) => [known, others, sameAuthor].flat()),
  );
  const kinds = ['gpt', 'usage', 'reviews'];
  return JSON.stringify([
    kinds.map((kind) => snapshot.lines.get(`${kind}/${id}`)),
    answeringTitle(gpt.model, snapshot),
    gptOffer(context),
    questionMoney(context),
    weekInputsOf(snapshot, id),
    ranksOf(snapshot, gpt),
    tagsOf(snapshot, gpt),
    linesOfGpts(snapshot, [...listed]),
    lists.map(({ known, others, sameAuthor }) => [known, others, sameAuthor].map(idsOf)),
    candidates.ofAuthor.length,
  ]);
}

function* pagesOfGpt(context: BuildContext, gpt: Gpt): Generator<SitePage<GptView>> {
  const content = contentOf(context, gpt);
  const candidates = candidatesFor(context, gpt);
  const [category = null] = content.categories;
  const [example] = content.examples;
  const question = example && { text: example.question, marks: example.marks };
  const image = gptImage({ ...content, category, chats: content.chats.total, question });
  for (const language of languages) {
    const path = gptPath(language, gpt.id);
    yield {
      params: { lang: language, id: fileSegment(gpt.id) },
      path,
      frame: frameOf(context, language, path, image),
      content: {
        ...inWordsOf(language, content),
        ...cardListsOf(candidates, language),
        money: questionMoney(context)[language],
      },
    };
  }
}

/** The lists of other GPTs, which depend on the language of the page. */
type CardLists = Pick<GptView, 'related' | 'relatedOthers' | 'sameAuthor'>;

/** The content of the pages of a GPT in all languages. */
type Content = Omit<GptView, 'frame' | 'money' | keyof CardLists>;

/** Returns the content with the few words of a language in its instructions. Languages without any share one value. */
function inWordsOf(language: Language, content: Content): Content {
  const { instructions } = content;
  if (instructions === null || !hasMarks(instructions.html)) return content;
  const html = answerInLanguage(instructions.html, allTexts(language).t);
  return { ...content, instructions: { ...instructions, html } };
}

function contentOf(context: BuildContext, gpt: Gpt): Content {
  const { snapshot } = context;
  const ownHost = context.origin === null ? '' : new URL(context.origin).host;
  return {
    ...shownGpt({ ...gpt, examples: examplesOf(gpt, ownHost) }, (text) =>
      instructionsHtml(text, ownHost),
    ),
    summary: clip(gpt.description ?? '', summaryCharacters),
    offer: gptOffer(context),
    tags: tagsOf(snapshot, gpt),
    model: answeringTitle(gpt.model, snapshot),
    growth: weekGrowthOf(snapshot, gpt.id),
    ranks: ranksOf(snapshot, gpt),
    history: historyOf(snapshot, gpt.id),
    reviewed: reviewsOf(snapshot, gpt),
  };
}

function cardListsOf(candidates: Candidates, language: Language): CardLists {
  const { known, others, sameAuthor } = listsOf(candidates, language);
  return {
    related: cardsOf(known),
    relatedOthers: cardsOf(others),
    sameAuthor: { cards: cardsOf(sameAuthor), total: candidates.ofAuthor.length },
  };
}

/** The GPTs from which the lists of a GPT are chosen in every language. */
type Candidates = {
  related: readonly Gpt[];
  /** All GPTs of its author, and the index of the GPT itself. */
  ofAuthor: readonly Gpt[];
  index: number;
};

function candidatesFor(context: BuildContext, gpt: Gpt): Candidates {
  const ofAuthor = authorOf(context.snapshot, gpt)?.gpts ?? [gpt];
  return {
    related: rememberedRelated(context, gpt, consideredRelated),
    ofAuthor,
    index: ofAuthor.indexOf(gpt),
  };
}

/** Returns the related GPTs, and others of the author, for readers of a language. */
function listsOf(candidates: Candidates, language: Language) {
  const related = divideForReaders(candidates.related, language);
  const known = related.known.slice(0, relatedCount);
  const others = related.others.slice(0, relatedOthersCount);
  const shown = [...known, ...others];
  return { known, others, sameAuthor: sameAuthorOf(candidates, shown, language) };
}

function idsOf(gpts: readonly Gpt[]): string[] {
  return gpts.map(({ id }) => id);
}

/** Returns the examples of a GPT with the HTML of their answers. */
function examplesOf({ examples = [] }: Gpt, ownHost: string) {
  return examples.map((example) => ({ ...example, html: exampleHtml(example, ownHost) }));
}

function ranksOf(snapshot: Snapshot, gpt: Gpt): GptView['ranks'] {
  const [month] = snapshot.periods.monthly;
  const places = categoryRanksOf(snapshot, gpt);
  return month === undefined || places.length === 0 ? null : { month: month.value, places };
}

/**
 * Returns the author’s GPTs that follow this one in the order by use, and then those from the start, so that each GPT gets
 * links. GPTs in languages that the readers know come first. Related GPTs are not repeated.
 */
function sameAuthorOf(
  { ofAuthor, index }: Candidates,
  related: readonly Gpt[],
  language: Language,
): readonly Gpt[] {
  const known: Gpt[] = [];
  const others: Gpt[] = [];
  const end = Math.min(ofAuthor.length, consideredOfAuthor);
  for (let step = 1; step < end && known.length < sameAuthorCount; step += 1) {
    const other = ofAuthor[(index + step) % ofAuthor.length];
    if (other === undefined || related.includes(other)) continue;
    if (isKnownToReaders(other, language)) known.push(other);
    else if (others.length < sameAuthorCount) others.push(other);
  }
  return [...known, ...others].slice(0, sameAuthorCount);
}

function historyOf(snapshot: Snapshot, id: string): ChatHistory | null {
  const usage = snapshot.usage.get(id);
  if (usage === undefined) return null;
  const { lastDay, imported, own, estimated } = usage;
  const days = own.map((chats, index) => chats + (imported[index] ?? 0));
  const total = days.reduce((sum, chats) => sum + chats, 0);
  if (total === 0) return null;
  const isOver = lastDay < snapshot.closedDay;
  return { days, total, lastDay, estimated: estimated.length, isOver };
}

/** The amount to pay before the first question to a GPT, in units of the currency. */
type GptOffer = { price: number; currency: Currency };

const free: GptOffer = { price: 0, currency: 'USD' };

/**
 * Returns the offer of every GPT for search engines. The first question is free if new accounts get enough credits, or if
 * nothing can be bought here. Otherwise it needs the cheapest product.
 */
const gptOffer = memoise(({ snapshot, shop }: BuildContext): GptOffer => {
  if (shop.startingCredits >= gptPrice || shop.paymentMethods.length === 0) return free;
  const [cheapest] = shownPrices(publishingDay(snapshot), offers)
    .filter(({ currency }) => currency === free.currency)
    .map(({ regular, currency }) => toUnits({ amount: regular.total, currency }))
    .toSorted((one, other) => one - other);
  return cheapest === undefined ? free : { price: cheapest, currency: free.currency };
});
