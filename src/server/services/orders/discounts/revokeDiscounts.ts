import { and, isNull } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { discountCode } from '#server/db/schema/discounts.ts';
import { hashDiscountCode } from '#server/services/orders/discounts/discountCodes.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import {
  type CodeSelection,
  isSelected,
  refuseUnknownCodes,
} from '#server/services/codes/codeBatches.ts';

/** The numbers of codes that were revoked now, that an order uses, and that were revoked before. */
export type DiscountRevocation = { revoked: number; used: number; revokedBefore: number };

/**
 * Revokes codes that no order uses. Orders keep their price. Writes an audit row when it changed something. Throws
 * `invalid_input`, and `not_found` for an unknown batch or code: then no code is revoked.
 */
export async function revokeDiscounts(
  { config, database, now }: CorePlatform,
  selection: CodeSelection,
  reason: string | null,
): Promise<DiscountRevocation> {
  const hash = (code: string) => hashDiscountCode(config.secret, code);
  const selected = isSelected(selection, discountCode, hash);
  return database.transaction(async (transaction) => {
    const { used, revoked, batchId, codeHash } = discountCode;
    const changed = await transaction
      .update(discountCode)
      .set({ revoked: now() })
      .where(and(selected, isNull(used), isNull(revoked)))
      .returning({ batch: batchId });
    const found = await transaction.select({ used, codeHash }).from(discountCode).where(selected);
    refuseUnknownCodes(selection, found, hash);
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
