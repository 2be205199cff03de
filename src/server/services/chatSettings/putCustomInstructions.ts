import { sql } from 'drizzle-orm';
import type { PersonalTextsResponse } from '#contract/chat/personalTexts.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { customInstruction } from '#server/db/schema/personalTexts.ts';
import { readPersonalTexts } from '#server/services/chatSettings/readPersonalTexts.ts';

/** Stores the acting user's custom instructions; of concurrent requests the last one wins. Throws `not_signed_in`. */
export async function putCustomInstructions(
  context: Context,
  requested: { about_me: string; how_to_answer: string },
): Promise<PersonalTextsResponse> {
  const userId = signedInUser(context);
  const texts = { aboutMe: requested.about_me, howToAnswer: requested.how_to_answer };
  await context.database.query
    .insert(customInstruction)
    .values({ userId, ...texts })
    .onConflictDoUpdate({
      target: customInstruction.userId,
      set: { ...texts, updated: sql`now()` },
    });
  return readPersonalTexts(context.database.query, userId);
}
