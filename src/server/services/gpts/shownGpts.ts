import { and, eq, isNull, ne } from 'drizzle-orm';
import { gpt } from '#server/db/schema/gpts.ts';

type Row = Pick<typeof gpt.$inferSelect, 'visibility' | 'removed' | 'hidden'>;

const isThere = and(isNull(gpt.removed), isNull(gpt.hidden));

/** The condition on table `gpt` that everybody may see a GPT in lists, rankings and the site. */
export const isShownGpt = and(eq(gpt.visibility, 'public'), isThere);

/** The condition that whoever knows the address of a GPT may read it, chat with it and save it. */
export const isReachableGpt = and(ne(gpt.visibility, 'private'), isThere);

/** `isShownGpt` of a row. */
export function isShown(row: Row): boolean {
  return row.visibility === 'public' && row.removed === null && row.hidden === null;
}

/** `isReachableGpt` of a row. */
export function isReachable(row: Row): boolean {
  return row.visibility !== 'private' && row.removed === null && row.hidden === null;
}
