import type { Gpt } from '#contract/gpts.ts';
import { categoriesOf } from '#domain/card.ts';
import { categorySlug, labelSlug } from '#domain/gpts.ts';

/** `labelSlug` of a label of the catalogue, made once: the same ones come again and again. */
export const slugOf = madeOnce(labelSlug);

const categorySlugOf = madeOnce(categorySlug);

const categories = new WeakMap<Gpt, readonly string[]>();

/** `categoriesOf` a GPT of the catalogue, made once. */
export function categoriesOfGpt(gpt: Gpt): readonly string[] {
  const made = categories.get(gpt) ?? categoriesOf(gpt, categorySlugOf);
  categories.set(gpt, made);
  return made;
}

function madeOnce(make: (label: string) => string): (label: string) => string {
  const known = new Map<string, string>();
  return (label) => {
    const made = known.get(label) ?? make(label);
    known.set(label, made);
    return made;
  };
}
