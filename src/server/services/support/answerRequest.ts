import { eq } from 'drizzle-orm';
import { contactState } from '#domain/support/contact.ts';
import type { MailPlatform } from '#server/context.ts';
import { lockRow } from '#server/db/findRow.ts';
import { supportRequest } from '#server/db/schema/support.ts';
import { AppError } from '#server/errors.ts';
import { mailFailure } from '#server/gateways/mail/mailFailure.ts';
import { sendUnlessPaused, stopSentence } from '#server/services/mail/sendUnlessPaused.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { answerMail } from '#server/services/support/answerMail.ts';

/**
 * Mails an answer to the sender of a message and marks it as answered. The message is locked meanwhile, so only one of
 * two operators can answer. After a crash between mailing and marking, the mail is sent again with the same
 * `Message-ID`. Throws `not_found`, `conflict` when it was answered or closed before, `mail_refused` and `mail_failed`:
 * then it stays open.
 */
export async function answerRequest(
  platform: MailPlatform,
  reference: string,
  answer: string,
): Promise<void> {
  const { config, database, now } = platform;
  await database.transaction(async (transaction) => {
    const isMatch = eq(supportRequest.reference, reference);
    const request = await lockRow(transaction, supportRequest, isMatch);
    if (!request) {
      throw new AppError('not_found', `There is no message with the reference ${reference}`);
    }
    const state = contactState(request);
    if (state !== 'open') throw new AppError('conflict', `This message is ${state} already`);
    const host = new URL(config.publicUrl).hostname;
    const replyTo = config.operator.supportEmail;
    await sendAnswer(platform, answerMail(request, answer, { host, replyTo }));
    await transaction
      .update(supportRequest)
      .set({ answer, answered: now() })
      .where(eq(supportRequest.id, request.id));
    await writeAudit(transaction, 'support.answer', reference);
  });
}

async function sendAnswer(
  platform: MailPlatform,
  message: Parameters<typeof sendUnlessPaused>[2],
): Promise<void> {
  // Outside the transaction, because a new pause of the address must stay when the transaction is rolled back.
  const stop = await sendUnlessPaused(platform.database.query, platform, message).catch(
    (error: unknown) => {
      platform.log.warn(
        { mail: mailFailure(error) },
        'an answer to a support message could not be mailed',
      );
      throw new AppError('mail_failed', 'The answer could not be mailed; the message stays open');
    },
  );
  if (stop === undefined) return;
  throw new AppError('mail_refused', `The message stays open: ${stopSentence(stop)}`);
}
