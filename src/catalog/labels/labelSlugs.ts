import { memoise, memoiseText } from '#catalog/memoise.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { categoriesOf } from '#domain/gpts/card.ts';
import { categorySlug, labelSlug } from '#domain/gpts/gpts.ts';

/** Limit of cached labels, far above the number in real catalogues. */
const labelsAtMost = 200_000;

/** Returns the `labelSlug` of a label of the catalogue. Memoised, because GPTs share labels. */
export const slugOf = memoiseText(labelsAtMost, labelSlug);

const categorySlugOf = memoiseText(labelsAtMost, categorySlug);

/** Returns the slugs of a GPT's categories, memoised. */
export const categoriesOfGpt = memoise((gpt: Gpt): readonly string[] =>
  categoriesOf(gpt, categorySlugOf),
);
