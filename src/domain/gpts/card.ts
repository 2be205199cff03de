import { categorySlug } from '#domain/gpts/gpts.ts';
import { type Mark, markOf } from '#domain/gpts/mark.ts';
import { listedRating } from '#domain/reviews/reviews.ts';
import { type ContentMarks, clip, contentMarks } from '#domain/texts/text.ts';

/** The fields of a GPT that lists show. */
export type Card = {
  id: string;
  name: string;
  description: string;
  author: string | null;
  category: string | null;
  chats: number;
  /** The average; `null` while there are too few ratings. */
  rating: number | null;
  mark: Mark;
  marks: ContentMarks;
  /** The question of its first example, which some lists show. */
  question?: CardQuestion;
};

/** A question with the language and direction of its text. */
export type CardQuestion = { text: string; marks: ContentMarks };

/** The fields that a card is made from, in the form of the snapshot and the API. */
export type CardSource = {
  id: string;
  name: string;
  description: string | null;
  author: string | null;
  categories: readonly string[];
  tags: readonly string[];
  lang: string | null;
  chats: number;
  rating: number | null;
  ratings: number;
  question?: Question | undefined;
  examples?: readonly { question: string; lang: string | null }[] | undefined;
};

/** `lang` is `null` if it is that of the GPT. */
type Question = { text: string; lang: string | null };

/** Characters of the two lines of a card. Chinese, Japanese and Korean ones are twice as wide. */
const [narrowCharacters, wideCharacters] = [112, 60];
const nameCharacters = 80;
const questionCharacters = 90;

/** Returns the card of a GPT. Its texts are cut to the space of a card. */
export function cardOf(gpt: CardSource): Card {
  const [category] = categoriesOf(gpt);
  return {
    id: gpt.id,
    name: clip(gpt.name, nameCharacters) || gpt.id,
    description: clipToWidth(gpt.description ?? '', narrowCharacters, wideCharacters),
    author: gpt.author === null ? null : clip(gpt.author, nameCharacters),
    category: category ?? null,
    chats: gpt.chats,
    rating: listedRating(gpt),
    mark: markOf(gpt),
    marks: contentMarks(gpt.lang),
    ...questionOf(gpt),
  };
}

/** Lists of the API have the first question only, other sources have the examples. */
function questionOf({ question, examples, lang }: CardSource): Pick<Card, 'question'> {
  const [first] = examples ?? [];
  const found = question ?? (first && { text: first.question, lang: first.lang });
  if (!found) return {};
  const text = clip(found.text, questionCharacters);
  return { question: { text, marks: contentMarks(found.lang ?? lang) } };
}

/** Whether the cards of a list have different authors, so that naming the author helps to distinguish them. */
export function haveDifferentAuthors(cards: readonly Pick<Card, 'author'>[]): boolean {
  return cards.some(({ author }) => author !== cards[0]?.author);
}

/** Returns the slugs of a GPT's categories without duplicates. */
export function categoriesOf(
  { categories }: Pick<CardSource, 'categories'>,
  slugOf: (category: string) => string = categorySlug,
): string[] {
  return [...new Set(categories.map((category) => slugOf(category)))].filter((slug) => slug !== '');
}

/** Cuts a text to a width: to the second number of characters if it has wide ones. */
export function clipToWidth(text: string, narrow: number, wide: number): string {
  return clip(text, /[\u2e80-\uffdc]/.test(text) ? wide : narrow);
}
