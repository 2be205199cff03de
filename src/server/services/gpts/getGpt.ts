import { eq } from 'drizzle-orm';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { closedDayOf } from '#domain/dates.ts';
import type { Context } from '#server/context.ts';
import { chatsUntil } from '#server/db/queries/chatsUntil.ts';
import { shownExamples } from '#server/db/queries/gptExamples.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { AppError } from '#server/errors.ts';
import { isReachable } from '#server/services/gpts/shownGpts.ts';
import { toGpt } from '#server/services/gpts/toGpt.ts';

/** Throws `unknown_gpt`, `gone` when it was removed, `gpt_not_public` unless its address makes it reachable. */
export async function getGpt(context: Context, id: string): Promise<Gpt> {
  const [found] = await context.database.query
    .select({ row: gpt, chats: chatsUntil(closedDayOf(context.now())), examples: shownExamples })
    .from(gpt)
    .where(eq(gpt.id, id));
  if (!found) throw new AppError('unknown_gpt', 'There is no GPT with this id');
  const { row, chats, examples } = found;
  if (row.removed) throw new AppError('gone', 'This GPT was removed');
  if (!isReachable(row)) {
    throw new AppError('gpt_not_public', 'This GPT is not public, currently inaccessible');
  }
  return toGpt({ ...row, ownChats: chats }, examples);
}
