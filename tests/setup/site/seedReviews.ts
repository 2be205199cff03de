import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { gpt, review } from '#server/db/schema/gpts.ts';
import { nastyReview, plainGpts } from '../../fixtures/snapshot.ts';
import { reviewedGpt } from './seeded.ts';

type NewReview = Pick<typeof review.$inferInsert, 'gptId' | 'rating' | 'text'> & {
  name: string;
  written: Date;
};

/**
 * Stores reviews by users who never come: 25 of one GPT, and of each rated plain GPT one that behaves and one that does
 * not, with the numbers of many more.
 */
export async function seedReviews(database: Database): Promise<void> {
  const rated = plainGpts.filter(({ ratings }) => ratings > 0);
  const reviews = [...reviewsOfOne(), ...rated.flatMap(({ id }, place) => twoReviewsOf(id, place))];
  const users = await database.query
    .insert(appUser)
    .values(reviews.map(({ name }, number) => ({ email: `${number}@seed.example.org`, name })))
    .returning({ userId: appUser.id });
  await database.query.insert(review).values(
    reviews.map(({ gptId, rating, text, written }, number) => {
      const userId = users[number]?.userId ?? '';
      return { userId, gptId, rating, text, created: written, updated: written };
    }),
  );
  for (const { id, rating, ratings, reviews: count } of rated) {
    const ratingSum = Math.round((rating ?? 0) * ratings);
    await database.query
      .update(gpt)
      .set({ ratingSum, ratings, reviews: count })
      .where(eq(gpt.id, id));
  }
}

function reviewsOfOne(): NewReview[] {
  return Array.from({ length: 25 }, (_, number) => ({
    gptId: reviewedGpt,
    name: `User ${number}`,
    rating: 1 + (number % 5),
    text: `Review ${number}`,
    written: new Date(Date.now() - (30 - number) * 3_600_000),
  }));
}

function twoReviewsOf(gptId: string, place: number): NewReview[] {
  const name = `User ${1_000 + place}`;
  return ['Does what it says.', nastyReview].map((text, number) => ({
    gptId,
    name,
    rating: 5 - number,
    text,
    written: new Date(`2026-02-0${2 - number}T10:00:00.000Z`),
  }));
}
