import { clip, contentMarks } from '#catalog/text.ts';
import type { ContentMarks } from '#catalog/text.ts';
import type { Gpt } from '#contract/gpts.ts';
import { categorySlug } from '#domain/gpts.ts';

/** What a list shows of a GPT. */
export type Card = {
  id: string;
  name: string;
  description: string;
  author: string | null;
  category: string | null;
  chats: number;
  rating: number | null;
  marks: ContentMarks;
};

const descriptionCharacters = 140;
const nameCharacters = 80;

/** A GPT as lists show it; its texts are cut to what a card has room for. */
export function cardOf(gpt: Gpt): Card {
  const [category] = categoriesOf(gpt);
  return {
    id: gpt.id,
    name: clip(gpt.name, nameCharacters) || gpt.id,
    description: clip(gpt.description ?? '', descriptionCharacters),
    author: gpt.author === null ? null : clip(gpt.author, nameCharacters),
    category: category ?? null,
    chats: gpt.chats,
    rating: gpt.rating,
    marks: contentMarks(gpt.lang),
  };
}

/** The categories of a GPT in their one spelling, each once. */
export function categoriesOf(gpt: Gpt): string[] {
  return [...new Set(gpt.categories.map(categorySlug))].filter((slug) => slug !== '');
}
