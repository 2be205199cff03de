import { eq, lt, notInArray, sql } from 'drizzle-orm';
import { chooseLanguage } from '#domain/languages/readLanguage.ts';
import { endSessionsPath } from '#domain/login/login.ts';
import type { CorePlatform, MailPlatform, Platform } from '#server/context.ts';
import { appUser, signInNotice } from '#server/db/schema/accounts.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { mailLink } from '#server/services/login/linkToken.ts';
import { signInNoticeMail } from '#server/services/login/signInNoticeMail.ts';
import { sendUnlessPaused } from '#server/services/mail/sendUnlessPaused.ts';
import { sendWaiting } from '#server/services/mail/sendWaiting.ts';

/** Days for which the link in a mail works. */
const linkDays = 14;

type Waiting = { notice: typeof signInNotice.$inferSelect; email: string; language: string };

/** Mails users about sign-ins from browsers that are new to their accounts. Returns the number of sent mails. */
export function mailSignInNotices(platform: MailPlatform): Promise<number> {
  const { config, now } = platform;
  return sendWaiting(platform, {
    failure: 'a mail about a sign-in could not be sent',
    idOf: ({ notice }: Waiting) => notice.id,
    lockNext: async (transaction, failed) => {
      const [waiting] = await transaction
        .select({ notice: signInNotice, email: appUser.email, language: appUser.language })
        .from(signInNotice)
        .innerJoin(appUser, eq(appUser.id, signInNotice.userId))
        .where(notInArray(signInNotice.id, [...failed]))
        .orderBy(signInNotice.created)
        .limit(1)
        .for('update', { of: signInNotice, skipLocked: true });
      return waiting;
    },
    // The notice of a paused address is deleted as well: its mail would come too late.
    send: (transaction, waiting) =>
      sendUnlessPaused(
        transaction,
        platform,
        noticeMail(config, waiting, new Date(now().getTime() + linkDays * 24 * 3_600_000)),
      ),
    finish: (transaction, { notice }) =>
      transaction.delete(signInNotice).where(eq(signInNotice.id, notice.id)),
  });
}

function noticeMail(
  { secret, publicUrl }: Platform['config'],
  { notice, email, language }: Waiting,
  expires: Date,
): Mail {
  const recipient = { email, language: chooseLanguage({ stored: language }) };
  const page = { publicUrl, path: endSessionsPath, language: recipient.language };
  const token = { secret, purpose: 'end sessions', subject: notice.userId, expires } as const;
  return signInNoticeMail(recipient, notice, mailLink({ ...page, ...token }));
}

/** Deletes notices that could not be mailed for a day. A later mail would only frighten. */
export async function deleteOldNotices({ database }: CorePlatform): Promise<void> {
  await database.query
    .delete(signInNotice)
    .where(lt(signInNotice.created, sql`now() - interval '1 day'`));
}
