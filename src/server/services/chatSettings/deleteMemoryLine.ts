import { and, eq } from 'drizzle-orm';
import type { PersonalTextsResponse } from '#contract/chat/personalTexts.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { memoryLine } from '#server/db/schema/personalTexts.ts';
import { readPersonalTexts } from '#server/services/chatSettings/readPersonalTexts.ts';

/** Removes a line from the acting user's memory. Throws `not_signed_in`. */
export async function deleteMemoryLine(
  context: Context,
  id: string,
): Promise<PersonalTextsResponse> {
  const userId = signedInUser(context);
  const { query } = context.database;
  await query.delete(memoryLine).where(and(eq(memoryLine.userId, userId), eq(memoryLine.id, id)));
  return readPersonalTexts(query, userId);
}
