import type { Gpt, GptCard } from '#contract/gpts/gpts.ts';
import type { Day } from '#domain/dates.ts';
import { meanRating } from '#domain/reviews/reviews.ts';
import { chatsUntil } from '#server/db/queries/chatsUntil.ts';
import { gpt } from '#server/db/schema/gpts.ts';

type GptRow = typeof gpt.$inferSelect;

/** The columns that lists need: the others may hold half a megabyte. Chats here count up to `closedDay`. */
export const cardColumns = (closedDay: Day) => ({
  id: gpt.id,
  name: gpt.name,
  description: gpt.description,
  author: gpt.author,
  categories: gpt.categories,
  tags: gpt.tags,
  lang: gpt.lang,
  elsewhereChats: gpt.elsewhereChats,
  ownChats: chatsUntil(closedDay),
  ratingSum: gpt.ratingSum,
  ratings: gpt.ratings,
  reviews: gpt.reviews,
  importedRating: gpt.importedRating,
  importedReviews: gpt.importedReviews,
});

export function toGptCard(
  row: Pick<GptRow, keyof ReturnType<typeof cardColumns>> & {
    question?: GptCard['question'] | null;
  },
): GptCard {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    author: row.author,
    categories: row.categories,
    tags: row.tags,
    lang: row.lang,
    chats: (row.elsewhereChats ?? 0) + row.ownChats,
    rating: meanRating(row.ratingSum, row.ratings),
    ratings: row.ratings,
    reviews: row.reviews,
    imported_rating: row.importedRating,
    imported_reviews: row.importedReviews,
    ...(row.question && { question: row.question }),
  };
}

/** Returns the public fields of a GPT with its shown examples. */
export function toGpt(row: GptRow, examples: NonNullable<Gpt['examples']>): Gpt {
  return {
    ...toGptCard(row),
    builder: row.builder,
    visibility: row.visibility,
    capabilities: row.capabilities,
    welcome_message: row.welcomeMessage,
    prompt_starters: row.promptStarters,
    instructions: row.instructions,
    model: row.model,
    created: row.gptCreated,
    updated: row.gptUpdated,
    published: row.firstPublished?.toISOString() ?? null,
    url: row.url,
    source: row.source,
    license: row.license,
    imported_chats: row.elsewhereChats,
    imported_reading: readingOf(row),
    ...(examples.length > 0 && { examples }),
  };
}

/** Returns the reading that is the source of `imported_chats`; `null` if the catalogue's own count is larger. */
function readingOf({
  historyChats,
  historySource,
  historyDay,
  importedChats,
}: GptRow): Gpt['imported_reading'] {
  if (historyChats === null || historySource === null || historyDay === null) return null;
  return historyChats < (importedChats ?? 0) ? null : { source: historySource, day: historyDay };
}
