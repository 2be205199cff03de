import { memoise, memoiseText } from '#catalog/memoise.ts';
import type { Gpt } from '#contract/gpts.ts';
import { categoriesOf } from '#domain/card.ts';
import { categorySlug, labelSlug } from '#domain/gpts.ts';

/** Far more labels than catalogues have. */
const labelsAtMost = 200_000;

/** Returns the `labelSlug` of a label of the catalogue. Memoised, because GPTs share labels. */
export const slugOf = memoiseText(labelsAtMost, labelSlug);

const categorySlugOf = memoiseText(labelsAtMost, categorySlug);

/** Returns the `categoriesOf` a GPT of the catalogue. */
export const categoriesOfGpt = memoise((gpt: Gpt): readonly string[] =>
  categoriesOf(gpt, categorySlugOf),
);
