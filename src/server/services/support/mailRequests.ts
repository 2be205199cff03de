import { and, desc, eq, isNull, notInArray, sql } from 'drizzle-orm';
import type { MailPlatform } from '#server/context.ts';
import { supportRequest } from '#server/db/schema/support.ts';
import { type MailQueue, sendWaiting } from '#server/services/mail/sendWaiting.ts';
import type { SupportRequest } from '#server/services/support/requests.ts';
import { supportMail } from '#server/services/support/supportMail.ts';

/** The most mails of one run. The next run sends the rest. */
const mostMails = 50;

/**
 * Mails new messages to the operator, those of Pro users first. A failed mail is tried again in the next run, and
 * delays no other. Returns the number of sent mails.
 */
export async function mailRequests(platform: MailPlatform): Promise<number> {
  const { config, mail, now } = platform;
  const to = config.operator.supportEmail;
  if (to === undefined) return 0;
  const queue: MailQueue<SupportRequest> = {
    failure: 'a support message could not be mailed',
    failureFields: ({ reference }) => ({ reference }),
    idOf: ({ id }) => id,
    lockNext: async (transaction, failed) => {
      const [request] = await transaction
        .select()
        .from(supportRequest)
        .where(and(isNull(supportRequest.mailed), notInArray(supportRequest.id, [...failed])))
        .orderBy(desc(sql`${supportRequest.tier} = 'pro'`), supportRequest.created)
        .limit(1)
        .for('update', { skipLocked: true });
      return request;
    },
    send: (_, request) => mail.send(supportMail(to, new URL(config.publicUrl).hostname, request)),
    finish: (transaction, { id }) =>
      transaction.update(supportRequest).set({ mailed: now() }).where(eq(supportRequest.id, id)),
  };
  return sendWaiting(platform, queue, mostMails);
}
