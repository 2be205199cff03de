import { and, desc, eq, isNull, notInArray, sql } from 'drizzle-orm';
import type { Platform } from '#server/context.ts';
import { supportRequest } from '#server/db/schema/support.ts';
import { mailFailure } from '#server/gateways/mail/mailFailure.ts';
import { sendWaiting } from '#server/services/mail/sendWaiting.ts';
import { supportMail } from '#server/services/support/supportMail.ts';

/** Mails of one run: the next run sends the rest. */
const mailsAtOnce = 50;

type Dependencies = Pick<Platform, 'config' | 'database' | 'mail' | 'log' | 'now'>;

/**
 * Mails the operator the messages that no mail server took yet, those of Pro first. Any number of processes may do it
 * at once: a message that is being sent is locked. A failed mail stays for the next run, and delays no other. Returns
 * how many were sent.
 */
export function mailRequests(dependencies: Dependencies): Promise<number> {
  return sendWaiting((failed) => mailNext(dependencies, failed), mailsAtOnce);
}

/** Returns whether there was a message to send; one that could not be sent joins `failed`. */
async function mailNext(
  { config, database, mail, log, now }: Dependencies,
  failed: string[],
): Promise<boolean> {
  const to = config.operator.supportEmail;
  if (to === undefined) return false;
  return database.transaction(async (transaction) => {
    const [request] = await transaction
      .select()
      .from(supportRequest)
      .where(and(isNull(supportRequest.mailed), notInArray(supportRequest.id, failed)))
      .orderBy(desc(sql`${supportRequest.tier} = 'pro'`), supportRequest.created)
      .limit(1)
      .for('update', { skipLocked: true });
    if (!request) return false;
    try {
      await mail.send(supportMail(to, new URL(config.publicUrl).hostname, request));
    } catch (error) {
      const { reference } = request;
      log.warn({ reference, mail: mailFailure(error) }, 'a support message could not be mailed');
      failed.push(request.id);
      return true;
    }
    await transaction
      .update(supportRequest)
      .set({ mailed: now() })
      .where(eq(supportRequest.id, request.id));
    return true;
  });
}
