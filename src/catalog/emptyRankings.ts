import { cardsOf } from '#catalog/cards.ts';
import { editorsPicks } from '#catalog/editorsOrder.ts';
import { type Frame, frameOf } from '#catalog/frame.ts';
import { gptsByCategory } from '#catalog/gptsByCategory.ts';
import { inListOrder, newestFirst } from '#catalog/listOrder.ts';
import { perSnapshot } from '#catalog/perSnapshot.ts';
import { emptyRankingImage } from '#catalog/rankingImages.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';
import type { Card } from '#domain/card.ts';
import { type Language, defaultLanguage, languageOfTag, languages } from '#domain/languages.ts';
import type { RankingRange } from '#domain/ranking.ts';
import { rankingPath } from '#domain/urls.ts';

/** Ways to a GPT where a ranking has no places. */
export type SuggestedGpts = {
  /** Recommended by editors, in their order. */
  picks: readonly Card[];
  /** The GPTs that were created last. */
  newest: readonly Card[];
};

/** The page of a range, or of a category, in which nothing is ranked yet. */
export type EmptyRankingView = {
  kind: 'empty';
  frame: Frame;
  range: RankingRange;
  /** `null` on the page of a range. */
  category: string | null;
  suggested: SuggestedGpts;
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
  return {
    kind: 'empty',
    frame: {
      ...frameOf(language, path, emptyRankingImage(language, range, category)),
      isUnlisted: true,
    },
    range,
    category,
    suggested:
      category === null
        ? suggestedGpts(snapshot, language)
        : suggestedIn(snapshot, language, category),
  };
}

/** Returns what a page shows in place of a ranking of all GPTs. */
export function suggestedGpts(snapshot: Snapshot, language: Language): SuggestedGpts {
  return ofAll(snapshot)[language];
}

/** Many periods may show the same, and a large catalogue takes long to sort. */
const ofAll = perSnapshot((snapshot): Readonly<Record<Language, SuggestedGpts>> => {
  const lists = languages.map((language) => [language, suggestedIn(snapshot, language, null)]);
  return Object.fromEntries(lists) as Record<Language, SuggestedGpts>;
});

/** The same of all GPTs, or of those of a category. */
function suggestedIn(
  snapshot: Snapshot,
  language: Language,
  category: string | null,
): SuggestedGpts {
  const gpts = inListOrder(
    snapshot,
    category === null ? snapshot.gpts : (gptsByCategory(snapshot).get(category) ?? []),
    language,
  );
  // Where editors recommend too few, as in a category, the first ones of the list follow.
  const picks = [...new Set([...editorsPicks(snapshot, language, category), ...gpts])].slice(
    0,
    cardsShown,
  );
  const picked = new Set(picks);
  const newest = gpts
    .filter((gpt) => !picked.has(gpt))
    .toSorted((one, other) => readFirst(one, other, language) || newestFirst(one, other));
  return { picks: cardsOf(picks), newest: cardsOf(newest.slice(0, cardsShown)) };
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
