import type { Card } from '#domain/card.ts';
import { cardsOf } from '#catalog/cards.ts';
import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf } from '#catalog/frame.ts';
import { gptImage } from '#catalog/openGraph.ts';
import {
  type CategoryRank,
  type WeekGrowth,
  categoryRanksOf,
  weekGrowthOf,
  weekInputsOf,
} from '#catalog/growth.ts';
import { modifiedGptPage } from '#catalog/modified.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import { rememberedRelated } from '#catalog/related.ts';
import { linesOfGpts } from '#catalog/lineDigests.ts';
import { type PageGroup, type SitePage, viewOf } from '#catalog/sitePage.ts';
import { authorShelfOf, tagsOf } from '#catalog/shelves.ts';
import { type ReviewsView, reviewsOf } from '#catalog/reviews.ts';
import { type ShownGpt, shownGpt } from '#domain/shownGpt.ts';
import { clip } from '#domain/text.ts';
import type { Gpt } from '#contract/gpts.ts';
import type { Day } from '#domain/dates.ts';
import { fileSegment } from '#domain/pageFiles.ts';
import { languages } from '#domain/languages.ts';
import { gptPath } from '#domain/urls.ts';

/** The view of the page of a GPT. `null` means unknown. */
export type GptView = ShownGpt & {
  frame: Frame;
  /** One line for search engines; empty when there is no description. */
  summary: string;
  tags: readonly { name: string; hasPages: boolean }[];
  model: string;
  /** Growth in the newest frozen week; `null` when nothing is known of that week. */
  growth: WeekGrowth | null;
  /** Its places within its categories in the newest frozen month. */
  ranks: { month: string; places: readonly CategoryRank[] } | null;
  history: ChatHistory | null;
  related: readonly Card[];
  /** Other GPTs of the same author, and the number of all, this one included. */
  sameAuthor: { cards: readonly Card[]; total: number };
  /** Ratings and reviews of users of this site. */
  reviewed: ReviewsView;
};

export type ChatHistory = {
  /** Chats of each of up to 90 days in a row that end with `lastDay`, oldest first. */
  days: readonly number[];
  total: number;
  lastDay: Day;
  /** On how many of these days a part is estimated. */
  estimated: number;
  /** Whether days have passed since of which no chats are known. */
  isOver: boolean;
};

const relatedCount = 6;
const sameAuthorCount = 3;
const summaryCharacters = 155;

/** Returns the page of every public GPT in every language. */
export function gptPages(context: BuildContext): GptView[] {
  return [...gptGroups(context)].flatMap(({ pages }) => [...pages()].map(viewOf));
}

/** Yields a group for each GPT. Its views are made on demand: those of a whole catalogue do not fit in memory. */
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

/** Returns all that `contentOf` reads, in short. */
function inputsOf(context: BuildContext, gpt: Gpt): string {
  const { snapshot } = context;
  const { id } = gpt;
  const related = rememberedRelated(context, gpt, relatedCount);
  const { gpts, total } = sameAuthorOf(snapshot, gpt, related);
  const kinds = ['gpt', 'usage', 'reviews'];
  return JSON.stringify([
    kinds.map((kind) => snapshot.lines.get(`${kind}/${id}`)),
    modelTitleOf(snapshot, gpt),
    weekInputsOf(snapshot, id),
    ranksOf(snapshot, gpt),
    tagsOf(snapshot, gpt),
    linesOfGpts(snapshot, related),
    linesOfGpts(snapshot, gpts),
    total,
  ]);
}

function* pagesOfGpt(context: BuildContext, gpt: Gpt): Generator<SitePage<GptView>> {
  const made = contentOf(context, gpt);
  const [category = null] = made.categories;
  const image = gptImage({ ...made, category, chats: made.chats.total });
  for (const language of languages) {
    const path = gptPath(language, gpt.id);
    yield {
      params: { lang: language, id: fileSegment(gpt.id) },
      path,
      frame: frameOf(context, language, path, image),
      content: made,
    };
  }
}

function contentOf(context: BuildContext, gpt: Gpt): Omit<GptView, 'frame'> {
  const { snapshot } = context;
  const related = rememberedRelated(context, gpt, relatedCount);
  const sameAuthor = sameAuthorOf(snapshot, gpt, related);
  return {
    ...shownGpt(gpt),
    summary: clip(gpt.description ?? '', summaryCharacters),
    tags: tagsOf(snapshot, gpt),
    model: modelTitleOf(snapshot, gpt),
    growth: weekGrowthOf(snapshot, gpt.id),
    ranks: ranksOf(snapshot, gpt),
    history: historyOf(snapshot, gpt.id),
    related: cardsOf(related),
    sameAuthor: { cards: cardsOf(sameAuthor.gpts), total: sameAuthor.total },
    reviewed: reviewsOf(snapshot, gpt),
  };
}

function modelTitleOf({ models }: Snapshot, { model }: Gpt): string {
  return models.find(({ id }) => id === model)?.title ?? model;
}

function ranksOf(snapshot: Snapshot, gpt: Gpt): GptView['ranks'] {
  const [month] = snapshot.periods.monthly;
  const places = categoryRanksOf(snapshot, gpt);
  return month === undefined || places.length === 0 ? null : { month: month.value, places };
}

/**
 * Returns the GPTs that follow it when the author’s GPTs are ordered by use, from the last one on the first ones: so each
 * of them is linked from another. Those in its language come first; related ones are not repeated.
 */
function sameAuthorOf(
  snapshot: Snapshot,
  gpt: Gpt,
  related: readonly Gpt[],
): { gpts: readonly Gpt[]; total: number } {
  const gpts = authorShelfOf(snapshot, gpt)?.gpts ?? [gpt];
  const own: Gpt[] = [];
  const others: Gpt[] = [];
  const place = gpts.indexOf(gpt);
  // One author may have the whole catalogue, and seldom do all of it have to be looked at.
  for (let step = 1; step < gpts.length && own.length < sameAuthorCount; step += 1) {
    const other = gpts[(place + step) % gpts.length];
    if (other === undefined || related.includes(other)) continue;
    if (other.lang === gpt.lang) own.push(other);
    if (others.length < sameAuthorCount) others.push(other);
  }
  const shown = new Set([...own, ...others]);
  return { gpts: [...shown].slice(0, sameAuthorCount), total: gpts.length };
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
