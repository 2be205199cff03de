import { and, eq, isNull } from 'drizzle-orm';
import { gpt } from '#server/db/schema/gpts.ts';

/** The condition on table `gpt` that everybody may see a GPT in lists, rankings and the site. */
export const isShownGpt = and(
  eq(gpt.visibility, 'public'),
  isNull(gpt.removed),
  isNull(gpt.hidden),
);

/** The same of a row of that table. */
export function isShown(
  row: Pick<typeof gpt.$inferSelect, 'visibility' | 'removed' | 'hidden'>,
): boolean {
  return row.visibility === 'public' && row.removed === null && row.hidden === null;
}
