import { eq, lt, notInArray, sql } from 'drizzle-orm';
import { chooseLanguage } from '#domain/languages.ts';
import type { Platform } from '#server/context.ts';
import { appUser, signInNotice } from '#server/db/schema/accounts.ts';
import { mailFailure } from '#server/gateways/mail/mailFailure.ts';
import { linkToken } from '#server/services/login/linkToken.ts';
import { signInNoticeMail } from '#server/services/login/signInNoticeMail.ts';
import { sendUnlessPaused } from '#server/services/mail/sendUnlessPaused.ts';
import { sendWaiting } from '#server/services/mail/sendWaiting.ts';

/** Days for which the link of a mail works. */
const linkDays = 14;

type Dependencies = Pick<Platform, 'config' | 'database' | 'mail' | 'log' | 'now'>;

/**
 * Mails users about sign-ins from browsers that their accounts do not know. A notice is locked while it is sent and goes
 * with its mail, so any number of processes may do it at once, and one that is killed in between sends at most one mail
 * twice. Returns how many were sent.
 */
export function mailSignInNotices(dependencies: Dependencies): Promise<number> {
  return sendWaiting((failed) => mailNext(dependencies, failed));
}

/** Deletes notices that could not be mailed for a day: later they would only frighten. */
export async function deleteOldNotices({ database }: Pick<Platform, 'database'>): Promise<void> {
  await database.query
    .delete(signInNotice)
    .where(lt(signInNotice.created, sql`now() - interval '1 day'`));
}

/** Returns whether there was a notice to mail; one that could not be mailed joins `failed`. */
async function mailNext(
  { config, database, mail, log, now }: Dependencies,
  failed: string[],
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [found] = await transaction
      .select({ notice: signInNotice, email: appUser.email, language: appUser.language })
      .from(signInNotice)
      .innerJoin(appUser, eq(appUser.id, signInNotice.userId))
      .where(notInArray(signInNotice.id, failed))
      .orderBy(signInNotice.created)
      .limit(1)
      .for('update', { of: signInNotice, skipLocked: true });
    if (!found) return false;
    const { notice, email, language } = found;
    const recipient = { email, language: chooseLanguage({ stored: language }) };
    const expires = new Date(now().getTime() + linkDays * 24 * 3_600_000);
    const { secret } = config;
    const token = linkToken({ secret, purpose: 'end sessions', userId: notice.userId, expires });
    try {
      const { publicUrl } = config;
      // A notice for a paused address goes, too: later it would come too late.
      await sendUnlessPaused(
        { config, mail, now, query: transaction },
        signInNoticeMail(recipient, notice, { publicUrl, token }),
      );
    } catch (error) {
      log.warn({ mail: mailFailure(error) }, 'a mail about a sign-in could not be sent');
      failed.push(notice.id);
      return true;
    }
    await transaction.delete(signInNotice).where(eq(signInNotice.id, notice.id));
    return true;
  });
}
