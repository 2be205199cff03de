import type { BuildContext } from '#catalog/buildContext.ts';
import { cardsOf } from '#catalog/cards.ts';
import { editorsPicks } from '#catalog/editorsOrder.ts';
import { type Frame, frameOf } from '#catalog/frame.ts';
import { gptsByCategory } from '#catalog/gptsByCategory.ts';
import { inListOrder, newestFirst } from '#catalog/listOrder.ts';
import { memoise } from '#catalog/memoise.ts';
import { emptyRankingImage } from '#catalog/rankingImages.ts';
import type { Gpt } from '#contract/gpts.ts';
import type { Card } from '#domain/card.ts';
import { type Language, defaultLanguage, languageOfTag, languages } from '#domain/languages.ts';
import type { RankingRange } from '#domain/ranking.ts';
import { rankingPath } from '#domain/urls.ts';

/** GPTs that a page links to where a ranking has no places. */
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

/** Returns the page of a ranking without places, which asks search engines not to list it. */
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

/** Returns the GPTs that a page shows in place of a ranking of all GPTs. */
export function suggestedGpts(context: BuildContext, language: Language): SuggestedGpts {
  return ofAll(context)[language];
}

/** Memoised, because many periods may show the same, and a large catalogue takes long to sort. */
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
  // Where editors recommend too few, as in a category, the first ones of the list follow.
  const picks = [...new Set([...editorsPicks(context, language, category), ...gpts])].slice(
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
