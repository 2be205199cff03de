import type { gpt } from '#server/db/schema/gpts.ts';

type Row = Pick<typeof gpt.$inferSelect, 'visibility' | 'removed' | 'hidden'>;

/** `isShownGpt` (`db/queries/shownGpts.ts`) of a row. */
export function isShown(row: Row): boolean {
  return row.visibility === 'public' && row.removed === null && row.hidden === null;
}

export function isReachable(row: Row): boolean {
  return row.visibility !== 'private' && row.removed === null && row.hidden === null;
}
