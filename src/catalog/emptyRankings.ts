import { cardsOf } from '#catalog/cards.ts';
import { shownCollections } from '#catalog/collections/shownCollections.ts';
import { type Frame, frameOf } from '#catalog/frame.ts';
import { gptsByCategory } from '#catalog/gptsByCategory.ts';
import { categoriesOfGpt } from '#catalog/labelSlugs.ts';
import { inListOrder, newestFirst } from '#catalog/listOrder.ts';
import { emptyRankingImage } from '#catalog/rankingImages.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';
import type { Card } from '#domain/card.ts';
import { type Language, defaultLanguage, languageOfTag } from '#domain/languages.ts';
import type { RankingRange } from '#domain/ranking.ts';
import { rankingPath } from '#domain/urls.ts';

/** The page of a range, or of a category, in which nothing is ranked yet: it shows other ways to a GPT. */
export type EmptyRankingView = {
  kind: 'empty';
  frame: Frame;
  range: RankingRange;
  /** `null` on the page of a range. */
  category: string | null;
  /** Recommended by editors, in their order: GPTs of the newest collections. */
  picks: readonly Card[];
  /** The GPTs that were created last. */
  newest: readonly Card[];
};

/** Cards in each list: whole rows of one, two and three cards. */
const cardsShown = 6;

/** The page asks search engines not to list it. */
export function emptyRanking(
  snapshot: Snapshot,
  language: Language,
  range: RankingRange,
  category: string | null = null,
): EmptyRankingView {
  const path = rankingPath(language, range, category ?? undefined);
  const gpts = inListOrder(
    snapshot,
    category === null ? snapshot.gpts : (gptsByCategory(snapshot).get(category) ?? []),
    language,
  );
  const picks = picksOf(snapshot, gpts, language, category);
  const picked = new Set(picks);
  const newest = gpts
    .filter((gpt) => !picked.has(gpt))
    .toSorted((one, other) => readFirst(one, other, language) || newestFirst(one, other));
  return {
    kind: 'empty',
    frame: {
      ...frameOf(language, path, emptyRankingImage(language, range, category)),
      isUnlisted: true,
    },
    range,
    category,
    picks: cardsOf(picks),
    newest: cardsOf(newest.slice(0, cardsShown)),
  };
}

/** Where the collections have too few GPTs, as in a category, the first ones of the list follow. */
function picksOf(
  snapshot: Snapshot,
  gpts: readonly Gpt[],
  language: Language,
  category: string | null,
): Gpt[] {
  const isMeant = (gpt: Gpt) => category === null || categoriesOfGpt(gpt).includes(category);
  const collected = shownCollections(snapshot).flatMap(({ gpts: own }) => own[language]);
  return [...new Set([...collected.filter(isMeant), ...gpts])].slice(0, cardsShown);
}

/** Compares GPTs: those in the language of the page and in English come first. */
function readFirst(one: Gpt, other: Gpt, language: Language): number {
  return Number(isRead(other, language)) - Number(isRead(one, language));
}

/** Whether most readers of a page read the texts of a GPT. */
function isRead({ lang }: Gpt, language: Language): boolean {
  const own = lang === null ? undefined : languageOfTag(lang);
  return own === language || own === defaultLanguage;
}
