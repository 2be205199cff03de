import { type SQL, and, eq, inArray, isNull } from 'drizzle-orm';
import { groupGiftCode, plainGiftCode } from '#domain/giftCodes.ts';
import type { Platform } from '#server/context.ts';
import { discountCode } from '#server/db/schema/discounts.ts';
import { AppError } from '#server/errors.ts';
import { hashDiscountCode } from '#server/services/discounts/codes.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

/** Which codes to withdraw: those of a batch, or 1 to 1,000 single ones. */
export type RevokedDiscounts = { batch: number } | { codes: readonly string[] };

/** How many were withdrawn now, and how many were left as they are. */
export type DiscountRevocation = { revoked: number; used: number; revokedBefore: number };

/**
 * Withdraws codes that no order uses; an order keeps its price. Leaves an audit row where it changed something. Throws
 * `not_found` for a batch or a code that does not exist: then no code is withdrawn.
 */
export async function revokeDiscounts(
  { config, database, now }: Pick<Platform, 'config' | 'database' | 'now'>,
  wanted: RevokedDiscounts,
  reason: string | null,
): Promise<DiscountRevocation> {
  const chosen = chooseCodes(config.secret, wanted);
  return database.transaction(async (transaction) => {
    const { used, revoked, batchId, codeHash } = discountCode;
    const changed = await transaction
      .update(discountCode)
      .set({ revoked: now() })
      .where(and(chosen, isNull(used), isNull(revoked)))
      .returning({ batch: batchId });
    const found = await transaction.select({ used, codeHash }).from(discountCode).where(chosen);
    refuseUnknown(config.secret, wanted, new Set(found.map((code) => code.codeHash)));
    if (changed.length > 0) {
      const batches = [...new Set(changed.map(({ batch }) => batch ?? 'rewards'))].join(', ');
      const details = { count: changed.length, reason };
      await writeAudit(transaction, 'discounts.revoke', `batch ${batches}`, details);
    }
    const usedCount = found.filter((code) => code.used !== null).length;
    return {
      revoked: changed.length,
      used: usedCount,
      revokedBefore: found.length - usedCount - changed.length,
    };
  });
}

function chooseCodes(secret: string, wanted: RevokedDiscounts): SQL {
  if ('batch' in wanted) return eq(discountCode.batchId, wanted.batch);
  if (wanted.codes.length < 1 || wanted.codes.length > 1_000) {
    throw new AppError('invalid_input', 'codes: 1 to 1,000 at a time');
  }
  const hashes = wanted.codes.map((code) => hashDiscountCode(secret, code));
  return inArray(discountCode.codeHash, hashes);
}

function refuseUnknown(secret: string, wanted: RevokedDiscounts, known: ReadonlySet<string>): void {
  if ('batch' in wanted) {
    if (known.size > 0) return;
    throw new AppError('not_found', `There is no batch ${wanted.batch}`);
  }
  const unknown = wanted.codes.filter((code) => !known.has(hashDiscountCode(secret, code)));
  if (unknown.length === 0) return;
  const names = unknown.slice(0, 5).map((code) => groupGiftCode(plainGiftCode(code)));
  throw new AppError('not_found', `Nothing was revoked: no such code as ${names.join(', ')}`);
}
