import { and, isNull } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { redemptionCode } from '#server/db/schema/credits.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import {
  type CodeSelection,
  isSelected,
  refuseUnknownCodes,
} from '#server/services/codes/codeBatches.ts';
import { hashGiftCode } from '#server/services/codes/giftCodes.ts';

/** The numbers of codes that were revoked now, that are redeemed, and that were revoked before. */
export type Revocation = { revoked: number; redeemed: number; revokedBefore: number };

/**
 * Revokes codes that are not redeemed. The grants of redeemed codes stay. Writes an audit row when it changed
 * something. Throws `invalid_input`, and `not_found` for an unknown batch or code: then no code is revoked.
 */
export async function revokeCodes(
  { config, database, now }: CorePlatform,
  selection: CodeSelection,
  reason: string | null,
): Promise<Revocation> {
  const hash = (code: string) => hashGiftCode(config.secret, code);
  const selected = isSelected(selection, redemptionCode, hash);
  return database.transaction(async (transaction) => {
    const { redeemed, revoked } = redemptionCode;
    const changed = await transaction
      .update(redemptionCode)
      .set({ revoked: now() })
      .where(and(selected, isNull(redeemed), isNull(revoked)))
      .returning({ batch: redemptionCode.batchId });
    const found = await transaction.select().from(redemptionCode).where(selected);
    refuseUnknownCodes(selection, found, hash);
    if (changed.length > 0) {
      const batches = [...new Set(changed.map(({ batch }) => batch))];
      await auditRevocation(transaction, batches, { count: changed.length, reason });
    }
    const redeemedCount = found.filter((code) => code.redeemed !== null).length;
    return {
      revoked: changed.length,
      redeemed: redeemedCount,
      revokedBefore: found.length - redeemedCount - changed.length,
    };
  });
}

async function auditRevocation(
  transaction: Executor,
  batches: readonly number[],
  details: { count: number; reason: string | null },
): Promise<void> {
  const subject = `${batches.length === 1 ? 'batch' : 'batches'} ${batches.join(', ')}`;
  await writeAudit(transaction, 'codes.revoke', subject, details);
}
