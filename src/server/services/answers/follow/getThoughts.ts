import { eq } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { answer } from '#server/db/schema/chat.ts';
import { findOwnAnswer } from '#server/services/answers/follow/followAnswer.ts';

/** Returns the thoughts of the model that wrote an answer of the acting user. Throws `not_found`. */
export async function getThoughts(context: Context, answerId: string): Promise<{ text: string }> {
  await findOwnAnswer(context, answerId);
  const [row] = await context.database.query
    .select({ thoughts: answer.thoughts })
    .from(answer)
    .where(eq(answer.id, answerId));
  return { text: row?.thoughts ?? '' };
}
