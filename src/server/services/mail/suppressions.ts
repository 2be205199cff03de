import { desc, eq, like, sql } from 'drizzle-orm';
import { emailProblem } from '#domain/login/login.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { mailSuppression } from '#server/db/schema/mail.ts';
import type { MailReport } from '#server/services/mail/parseReports.ts';
import { hashAddress } from '#server/services/mail/sendUnlessPaused.ts';

export type MailSuppression = typeof mailSuppression.$inferSelect;

/** Longest stored cause. */
const causeCharacters = 200;

/**
 * Stops mails to addresses that bounced for good or complained, except the codes that they ask for. A complaint replaces a
 * bounce. Returns the number of addresses that got mail before.
 */
export async function suppressAddresses(
  { config, database, now }: CorePlatform,
  reports: readonly MailReport[],
): Promise<number> {
  let stopped = 0;
  for (const { email, kind, cause } of reports) {
    if (emailProblem(email) !== undefined) continue;
    const addressHash = hashAddress(config.secret, email);
    const stored = { addressHash, kind, cause: causeOf(cause), reported: now() };
    const [row] = await database.query
      .insert(mailSuppression)
      .values(stored)
      .onConflictDoUpdate({
        target: mailSuppression.addressHash,
        set: {
          kind: sql`case when ${mailSuppression.kind} = 'complaint' then 'complaint' else excluded.kind end`,
          reported: stored.reported,
        },
      })
      .returning({ isNew: sql<boolean>`xmax = 0` });
    if (row?.isNew) stopped += 1;
  }
  return stopped;
}

/** Returns the sender's diagnosis without addresses, which are not stored here. */
function causeOf(cause: string | undefined): string | null {
  if (cause === undefined) return null;
  const anonymous = cause.replaceAll(/\S*@\S*/g, '…').replaceAll(/\p{Cc}+/gu, ' ');
  return [...anonymous].slice(0, causeCharacters).join('') || null;
}

/** Lists the addresses that bounced or complained as keyed hashes, the newest first. */
export async function listSuppressions({ database }: CorePlatform): Promise<MailSuppression[]> {
  return database.query.select().from(mailSuppression).orderBy(desc(mailSuppression.reported));
}

/** Sends to an address again, by its whole hash or the beginning of it. Returns its hash, if it was suppressed. */
export async function endSuppression(
  transaction: Executor,
  hash: { whole: string } | { beginning: string },
): Promise<string | undefined> {
  const { addressHash } = mailSuppression;
  const isMatch =
    'whole' in hash ? eq(addressHash, hash.whole) : like(addressHash, `${hash.beginning}%`);
  const [ended] = await transaction
    .delete(mailSuppression)
    .where(isMatch)
    .returning({ addressHash });
  return ended?.addressHash;
}

/** Sends to all addresses again that bounced or complained. Returns their hashes. */
export async function endAllSuppressions(transaction: Executor): Promise<string[]> {
  const ended = await transaction
    .delete(mailSuppression)
    .returning({ addressHash: mailSuppression.addressHash });
  return ended.map(({ addressHash }) => addressHash);
}
