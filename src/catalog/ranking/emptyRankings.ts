import type { BuildContext } from '#catalog/buildContext.ts';
import { cardsOf } from '#catalog/gpts/cards.ts';
import { editorsPicks } from '#catalog/gpts/editorsOrder.ts';
import { type Frame, frameOf } from '#catalog/site/frame.ts';
import { gptsByCategory } from '#catalog/labels/gptsByCategory.ts';
import { inListOrder } from '#catalog/gpts/listOrder.ts';
import { forReaders } from '#catalog/gpts/readers.ts';
import { memoise } from '#catalog/memoise.ts';
import { toNewestFirst } from '#catalog/gpts/newest.ts';
import { emptyRankingImage } from '#catalog/ranking/rankingImages.ts';
import type { Card } from '#domain/gpts/card.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import type { RankingRange } from '#domain/ranking/ranking.ts';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';

/** The GPTs on the page of a ranking without places. */
export type SuggestedGpts = {
  /** The editors' recommendations, in their order. */
  picks: readonly Card[];
  newest: readonly Card[];
};

/** The view of the page of a range or a category without places. */
export type EmptyRankingView = {
  kind: 'empty';
  frame: Frame;
  range: RankingRange;
  /** `null` on the page of a range. */
  category: string | null;
  suggested: SuggestedGpts;
};

/** Cards in each list. Six fill whole rows of one, two or three cards. */
const cardsShown = 6;

/** Returns the page of a ranking without places. It asks search engines not to list it. */
export function emptyRanking(
  context: BuildContext,
  language: Language,
  range: RankingRange,
  category: string | null = null,
): EmptyRankingView {
  const path = rankingPath(language, range, category ?? undefined);
  return {
    kind: 'empty',
    frame: {
      ...frameOf(context, language, path, emptyRankingImage(language, range, category)),
      isUnlisted: true,
    },
    range,
    category,
    suggested:
      category === null
        ? suggestedGpts(context, language)
        : suggestedIn(context, language, category),
  };
}

/** Returns the GPTs that a page shows instead of a ranking of all GPTs. */
export function suggestedGpts(context: BuildContext, language: Language): SuggestedGpts {
  return ofAll(context)[language];
}

/** Memoised, because many periods may show the same GPTs, and sorting a large catalogue takes long. */
const ofAll = memoise((context: BuildContext): Readonly<Record<Language, SuggestedGpts>> => {
  const lists = languages.map((language) => [language, suggestedIn(context, language, null)]);
  return Object.fromEntries(lists) as Record<Language, SuggestedGpts>;
});

/** Returns the suggestions from all GPTs, or from those of a category. */
function suggestedIn(
  context: BuildContext,
  language: Language,
  category: string | null,
): SuggestedGpts {
  const { snapshot } = context;
  const gpts = inListOrder(
    context,
    category === null ? snapshot.gpts : (gptsByCategory(snapshot).get(category) ?? []),
    language,
  );
  // If editors recommend too few, as in a category, the first GPTs of the list follow.
  const picks = [...new Set([...editorsPicks(context, language, category), ...gpts])].slice(
    0,
    cardsShown,
  );
  const picked = new Set(picks);
  const newest = toNewestFirst(
    snapshot,
    gpts.filter((gpt) => !picked.has(gpt)),
  );
  return {
    picks: cardsOf(picks),
    newest: cardsOf(forReaders(newest, language).slice(0, cardsShown)),
  };
}
