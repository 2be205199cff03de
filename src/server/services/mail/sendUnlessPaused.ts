import { eq, lte, sql } from 'drizzle-orm';
import { normaliseEmail } from '#domain/login/login.ts';
import type { MailReportKind } from '#domain/login/mailReports.ts';
import type { MailPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { mailPause, mailSuppression } from '#server/db/schema/mail.ts';
import { isAddressRefused } from '#server/gateways/mail/isAddressRefused.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { keyedHash } from '#server/keyedHash.ts';

/** Days without mail after the first refusal, after the second, and after each later one. A pause always ends. */
const [firstDays, secondDays, laterDays] = [1, 3, 7] as const;

/** Why nothing is sent to an address: a mail server refused it, until a time, or the address bounced or complained. */
export type MailStop =
  | { reason: 'refused'; until: Date }
  | { reason: MailReportKind; until: undefined };

/**
 * Sends a mail, unless its address is paused because a mail server refused it permanently, or is suppressed because it
 * bounced or complained. A mail that its recipient has just asked for (`isRequested`) is sent in spite of that. A refusal
 * now begins a pause, and a mail that is accepted deletes the record of earlier refusals. Returns why it was not sent, or
 * `undefined` when it was. Throws other errors of the mail gateway. Depends on the address only, not on its account.
 */
export async function sendUnlessPaused(
  query: Executor,
  platform: MailPlatform,
  mail: Mail,
  { isRequested = false }: { isRequested?: boolean } = {},
): Promise<MailStop | undefined> {
  const { config, now } = platform;
  const addressHash = hashAddress(config.secret, mail.to);
  const suppressed = isRequested ? undefined : await findSuppression(query, addressHash);
  if (suppressed) return { reason: suppressed.kind, until: undefined };
  const ofAddress = eq(mailPause.addressHash, addressHash);
  const before = await findRow(query, mailPause, ofAddress);
  if (before && before.until > now()) return { reason: 'refused', until: before.until };
  try {
    await platform.mail.send(mail);
  } catch (error) {
    if (!isAddressRefused(error)) throw error;
    return { reason: 'refused', until: await beginPause(query, addressHash, now()) };
  }
  if (before) await query.delete(mailPause).where(ofAddress);
  return undefined;
}

/** Returns a sentence for an operator about an address that gets no mail. */
export function stopSentence({ reason, until }: MailStop): string {
  const resume = 'send to it again with “dolores mail unsuppress”';
  if (reason === 'complaint') return `its owner complained about a mail: ${resume}`;
  if (reason === 'bounce') return `this address bounced a mail for good: ${resume}`;
  return `the mail server refuses this address. Nothing is sent until ${until?.toISOString()}`;
}

function findSuppression(query: Executor, addressHash: string) {
  return findRow(query, mailSuppression, eq(mailSuppression.addressHash, addressHash));
}

/** Returns the keyed hash by which an address is paused. */
export function hashAddress(secret: string, address: string): string {
  return keyedHash(secret, 'mail pause', normaliseEmail(address));
}

/** Starts or extends a pause and returns its end. Several refusals at once, as after a double click, count as one. */
async function beginPause(query: Executor, addressHash: string, refused: Date): Promise<Date> {
  await query
    .insert(mailPause)
    .values({ addressHash, refusals: 1, refused, until: afterDays(refused, firstDays) })
    .onConflictDoUpdate({
      target: mailPause.addressHash,
      set: {
        refusals: sql`${mailPause.refusals} + 1`,
        refused,
        until: sql`case ${mailPause.refusals} when 1 then ${afterDays(refused, secondDays).toISOString()}::timestamptz
          else ${afterDays(refused, laterDays).toISOString()}::timestamptz end`,
      },
      setWhere: lte(mailPause.until, refused),
    });
  const pause = await findRow(query, mailPause, eq(mailPause.addressHash, addressHash));
  return pause?.until ?? refused;
}

function afterDays(time: Date, days: number): Date {
  return new Date(time.getTime() + days * 86_400_000);
}
