import { and, count, eq, sql } from 'drizzle-orm';
import type { PersonalTextsResponse } from '#contract/chat/personalTexts.ts';
import { memoryMaxLines } from '#domain/chat/personalTexts.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { lockUntilCommit } from '#server/db/locks.ts';
import { memoryLine } from '#server/db/schema/personalTexts.ts';
import { AppError } from '#server/errors.ts';
import { readPersonalTexts } from '#server/services/chatSettings/readPersonalTexts.ts';

type Line = { id: string; text: string };

/**
 * Adds a line to the acting user's memory, or changes it. A text that another line has is not added again. Throws
 * `not_signed_in`, and `memory_full` for a line more than the memory takes.
 */
export async function putMemoryLine(context: Context, line: Line): Promise<PersonalTextsResponse> {
  const userId = signedInUser(context);
  return context.database.transaction(async (transaction) => {
    // The limit holds exactly, also for requests at the same time.
    await lockUntilCommit(transaction, `memory:${userId}`);
    if (!(await changeLine(transaction, userId, line))) await addLine(transaction, userId, line);
    return readPersonalTexts(transaction, userId);
  });
}

async function changeLine(transaction: Executor, userId: string, line: Line): Promise<boolean> {
  const { rowCount } = await transaction
    .update(memoryLine)
    .set({ text: line.text, updated: sql`now()` })
    .where(and(eq(memoryLine.userId, userId), eq(memoryLine.id, line.id)));
  return rowCount === 1;
}

async function addLine(transaction: Executor, userId: string, { id, text }: Line): Promise<void> {
  const ofUser = eq(memoryLine.userId, userId);
  const [same] = await transaction
    .select({ id: memoryLine.id })
    .from(memoryLine)
    .where(and(ofUser, eq(memoryLine.text, text)));
  if (same) return;
  const [counted] = await transaction.select({ lines: count() }).from(memoryLine).where(ofUser);
  if ((counted?.lines ?? 0) >= memoryMaxLines) {
    const message = `The memory has ${memoryMaxLines} lines: delete one first. Nothing was stored`;
    throw new AppError('memory_full', message, { limit: memoryMaxLines });
  }
  await transaction.insert(memoryLine).values({ id, userId, text });
}
