import { type Column, type SQL, eq, inArray, sql } from 'drizzle-orm';
import { giftNoteMaxCharacters, groupGiftCode, plainGiftCode } from '#domain/product/giftCodes.ts';
import { AppError } from '#server/errors.ts';
import { invalid, wholeNumber } from '#server/inputChecks.ts';

// The steps that gift codes and discount codes share. Both are issued in batches and stored as hashes.

/** The most codes of one insert and of one selection. */
const mostAtOnce = 1_000;

/** The codes of a batch, or 1 to 1,000 single codes in clear. */
export type CodeSelection = { batch: number } | { codes: readonly string[] };

type Batch = { count: number; expires: Date | null; note: string | null };

/** Throws `invalid_input` for a batch that cannot be issued. */
export function checkBatch({ count, expires, note }: Batch, now: Date): void {
  wholeNumber('count:', count, 10_000);
  if (expires && !(expires > now)) {
    throw invalid('expires: must be in the future');
  }
  if (note !== null && [...note].length > giftNoteMaxCharacters) {
    throw invalid(`note: at most ${giftNoteMaxCharacters} characters`);
  }
}

/** Stores codes by several statements, because a statement has a limited number of parameters. */
export async function insertCodes(
  codes: readonly string[],
  insert: (part: string[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < codes.length; start += mostAtOnce) {
    await insert(codes.slice(start, start + mostAtOnce));
  }
}

/** Returns the condition for the selected codes. Throws `invalid_input` for too many or too few of them. */
export function isSelected(
  selection: CodeSelection,
  { batchId, codeHash }: { batchId: Column; codeHash: Column },
  hash: (code: string) => string,
): SQL {
  if ('batch' in selection) return eq(batchId, selection.batch);
  if (selection.codes.length < 1 || selection.codes.length > mostAtOnce) {
    throw invalid('codes: 1 to 1,000 at a time');
  }
  return inArray(codeHash, selection.codes.map(hash));
}

/** Throws `not_found` when the batch or one of the codes does not exist. */
export function refuseUnknownCodes(
  selection: CodeSelection,
  found: readonly { codeHash: string }[],
  hash: (code: string) => string,
): void {
  if ('batch' in selection) {
    if (found.length > 0) return;
    throw new AppError('not_found', `There is no batch ${selection.batch}`);
  }
  const known = new Set(found.map(({ codeHash }) => codeHash));
  const unknown = selection.codes.filter((code) => !known.has(hash(code)));
  if (unknown.length === 0) return;
  const names = unknown.slice(0, 5).map((code) => groupGiftCode(plainGiftCode(code)));
  throw new AppError('not_found', `Nothing was revoked: no such code as ${names.join(', ')}`);
}

/** Returns columns that count the codes of a group by state. Each code is used, revoked, expired or open. */
export function codeCounts(
  { used, revoked, expires }: Record<'used' | 'revoked' | 'expires', Column>,
  now: Date,
) {
  const isUnused = sql`${used} is null and ${revoked} is null`;
  const isOver = sql`coalesce(${expires} <= ${now.toISOString()}, false)`;
  const countWhere = (condition: SQL) => sql`count(*) filter (where ${condition})`.mapWith(Number);
  return {
    issued: sql`count(*)`.mapWith(Number),
    used: countWhere(sql`${used} is not null`),
    revoked: countWhere(sql`${revoked} is not null`),
    expired: countWhere(sql`${isUnused} and ${isOver}`),
    open: countWhere(sql`${isUnused} and not ${isOver}`),
  };
}
