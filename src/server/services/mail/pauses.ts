import { desc, eq, gt, like, lt } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { mailPause } from '#server/db/schema/mail.ts';
import { AppError } from '#server/errors.ts';
import { hashAddress } from '#server/services/mail/sendUnlessPaused.ts';
import { endAllSuppressions, endSuppression } from '#server/services/mail/suppressions.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

/** Days after the last refusal for which refusals of an address are remembered. */
const keptDays = 365;

export type MailPause = typeof mailPause.$inferSelect;

/** Lists the paused addresses as keyed hashes, the last refused first. */
export async function listPauses({ database, now }: CorePlatform): Promise<MailPause[]> {
  return database.query
    .select()
    .from(mailPause)
    .where(gt(mailPause.until, now()))
    .orderBy(desc(mailPause.refused));
}

/**
 * Ends the pause of an address and forgets its refusals, its bounce and its complaint. The address may be given as its
 * short hash. Throws `not_found` when there are none.
 */
export async function endPause({ database, config }: CorePlatform, address: string): Promise<void> {
  const addressHash = hashAddress(config.secret, address);
  const isShort = shortHashPattern.test(address);
  await database.transaction(async (transaction) => {
    const [ended] = await transaction
      .delete(mailPause)
      .where(
        isShort
          ? like(mailPause.addressHash, `${address}%`)
          : eq(mailPause.addressHash, addressHash),
      )
      .returning({ addressHash: mailPause.addressHash });
    const hash = isShort ? { beginning: address } : { whole: addressHash };
    const resumed = (await endSuppression(transaction, hash)) ?? ended?.addressHash;
    if (resumed === undefined) {
      const nothing = 'No mail server refused this address, and it did not bounce or complain';
      throw new AppError('not_found', nothing);
    }
    await writeAudit(transaction, 'mail.unsuppress', shortHash(resumed));
  });
}

/**
 * Ends all pauses, and forgets the refusals, bounces and complaints of these addresses. Returns the number of addresses
 * that get mail again.
 */
export async function endAllPauses({ database, now }: CorePlatform): Promise<number> {
  return database.transaction(async (transaction) => {
    const { addressHash } = mailPause;
    const paused = await transaction
      .delete(mailPause)
      .where(gt(mailPause.until, now()))
      .returning({ addressHash });
    const suppressed = await endAllSuppressions(transaction);
    // An address can be in both.
    const ended = new Set([...paused.map((row) => row.addressHash), ...suppressed]).size;
    if (ended > 0) await writeAudit(transaction, 'mail.unsuppress', 'all', { addresses: ended });
    return ended;
  });
}

/** A short hash. It is never an address, because it has no `@`. */
const shortHashPattern = /^[\da-f]{12}$/;

/** Returns the short name of a paused address for lists and audit rows, which must not contain the address itself. */
export function shortHash(addressHash: string): string {
  return addressHash.slice(0, 12);
}

/** Deletes the refusals that are older than a year. */
export async function deleteOldPauses({ database, now }: CorePlatform): Promise<void> {
  const oldest = new Date(now().getTime() - keptDays * 86_400_000);
  await database.query.delete(mailPause).where(lt(mailPause.refused, oldest));
}
