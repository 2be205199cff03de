import { type SQL, and, eq, inArray, isNull } from 'drizzle-orm';
import { groupGiftCode, plainGiftCode } from '#domain/giftCodes.ts';
import type { Platform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { redemptionCode } from '#server/db/schema/credits.ts';
import { AppError } from '#server/errors.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { hashGiftCode } from '#server/services/product/codes.ts';

type Dependencies = Pick<Platform, 'config' | 'database' | 'now'>;

/** Which codes to withdraw: those of a batch, or 1 to 1,000 single ones. */
export type RevokedCodes = { batch: number } | { codes: readonly string[] };

/** How many were withdrawn now, and how many were left as they are. */
export type Revocation = { revoked: number; redeemed: number; revokedBefore: number };

/**
 * Withdraws codes that nobody has redeemed; what a redeemed code gave stays. Leaves an audit row where it changed
 * something. Throws `not_found` for a batch or a code that does not exist: then no code is withdrawn.
 */
export async function revokeCodes(
  dependencies: Dependencies,
  wanted: RevokedCodes,
  reason: string | null,
): Promise<Revocation> {
  const { database, now } = dependencies;
  if ('codes' in wanted && (wanted.codes.length < 1 || wanted.codes.length > 1_000)) {
    throw new AppError('invalid_input', 'codes: 1 to 1,000 at a time');
  }
  const chosen = chooseCodes(dependencies, wanted);
  return database.transaction(async (transaction) => {
    const { redeemed, revoked } = redemptionCode;
    const changed = await transaction
      .update(redemptionCode)
      .set({ revoked: now() })
      .where(and(chosen, isNull(redeemed), isNull(revoked)))
      .returning({ batch: redemptionCode.batchId });
    const found = await transaction.select().from(redemptionCode).where(chosen);
    refuseUnknown(dependencies, wanted, found);
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

function chooseCodes({ config }: Dependencies, wanted: RevokedCodes): SQL {
  if ('batch' in wanted) return eq(redemptionCode.batchId, wanted.batch);
  const hashes = wanted.codes.map((code) => hashGiftCode(config.secret, code));
  return inArray(redemptionCode.codeHash, hashes);
}

function refuseUnknown(
  { config }: Dependencies,
  wanted: RevokedCodes,
  found: readonly { codeHash: string }[],
): void {
  if ('batch' in wanted) {
    if (found.length > 0) return;
    throw new AppError('not_found', `There is no batch ${wanted.batch}`);
  }
  const known = new Set(found.map(({ codeHash }) => codeHash));
  const unknown = wanted.codes.filter((code) => !known.has(hashGiftCode(config.secret, code)));
  if (unknown.length === 0) return;
  const names = unknown.slice(0, 5).map((code) => groupGiftCode(plainGiftCode(code)));
  throw new AppError('not_found', `Nothing was revoked: no such code as ${names.join(', ')}`);
}

async function auditRevocation(
  transaction: Executor,
  batches: readonly number[],
  details: { count: number; reason: string | null },
): Promise<void> {
  const subject = `${batches.length === 1 ? 'batch' : 'batches'} ${batches.join(', ')}`;
  await writeAudit(transaction, 'codes.revoke', subject, details);
}
