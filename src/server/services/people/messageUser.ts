import { eq } from 'drizzle-orm';
import type { MailPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { operatorMail } from '#server/db/schema/people.ts';
import { AppError } from '#server/errors.ts';
import { mailFailure } from '#server/gateways/mail/mailFailure.ts';
import { invalid, line } from '#server/inputChecks.ts';
import { sendUnlessPaused, stopSentence } from '#server/services/mail/sendUnlessPaused.ts';
import { findRestoredCopy } from '#server/services/operation/restoredCopy.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { type NamedUser, livingUser } from '#server/services/people/namedUser.ts';
import { operatorMailMessage } from '#server/services/people/operatorMailMessage.ts';

const mostSubjectCharacters = 150;
const mostTextCharacters = 20_000;

export type OperatorMessage = {
  /** An idempotency key: a second call with it sends nothing. */
  id: string;
  subject: string;
  text: string;
};

/**
 * Mails an operator's text to a user, once at most for each id. Returns whether this call sent it, and not an earlier
 * one. Throws `not_found`, `gone`, `invalid_input`, `conflict` if an earlier call with the id was killed while it sent the
 * mail or sent another mail, `mail_refused` and `mail_failed`.
 */
export async function messageUser(
  platform: MailPlatform,
  recipient: string,
  message: OperatorMessage,
): Promise<{ user: NamedUser; isNew: boolean }> {
  const { database, now } = platform;
  await refuseRestoredCopy(database.query);
  const user = await livingUser(platform, recipient);
  const checked = checkMessage(message);
  const { id } = checked;
  // Stored before it is sent, so that a process that is killed meanwhile does not send it twice.
  const isNew = await database.transaction(async (transaction) => {
    const added = await transaction
      .insert(operatorMail)
      .values({ ...checked, userId: user.id })
      .onConflictDoNothing()
      .returning({ id: operatorMail.id });
    if (added.length === 0) return false;
    await writeAudit(transaction, 'users.message', user.id, { id });
    return true;
  });
  const ofMail = eq(operatorMail.id, id);
  if (!isNew) {
    refuseOther(await findRow(database.query, operatorMail, ofMail), {
      ...checked,
      userId: user.id,
    });
    return { user, isNew };
  }
  await send(platform, user, checked);
  await database.query.update(operatorMail).set({ mailed: now() }).where(ofMail);
  return { user, isNew };
}

/** Throws `conflict` in a restored copy, which sends no mails. */
async function refuseRestoredCopy(query: Executor): Promise<void> {
  if (!(await findRestoredCopy(query))) return;
  throw new AppError(
    'conflict',
    'This is a restored copy: it sends no mail until “dolores resume”',
  );
}

function checkMessage({ id, subject, text }: OperatorMessage): OperatorMessage {
  const body = text.replaceAll('\r\n', '\n').trim();
  if (body === '') throw invalid('text: must say something');
  const { length } = [...body];
  if (length > mostTextCharacters) {
    throw invalid(`text: has ${length} characters, at most ${mostTextCharacters} are allowed`);
  }
  return {
    id: line('id', id, 100),
    subject: line('subject', subject, mostSubjectCharacters),
    text: body,
  };
}

/** Throws `conflict` unless the stored mail is the same and was sent. */
function refuseOther(
  stored: typeof operatorMail.$inferSelect | undefined,
  requested: OperatorMessage & { userId: string },
): void {
  const keys = ['userId', 'subject', 'text'] as const;
  if (stored && keys.some((key) => stored[key] !== requested[key])) {
    throw new AppError('conflict', 'id: was used for another mail');
  }
  if (stored?.mailed) return;
  const hint = 'look into the log of the mail server, and send it again with another id';
  throw new AppError('conflict', `A call with this id was ended while it sent the mail: ${hint}`);
}

async function send(
  platform: MailPlatform,
  user: NamedUser,
  message: OperatorMessage,
): Promise<void> {
  const { query } = platform.database;
  // A mail that was certainly not sent may be sent by the same id later.
  const forget = () => query.delete(operatorMail).where(eq(operatorMail.id, message.id));
  const mail = operatorMailMessage(platform, user, message);
  const stop = await sendUnlessPaused(query, platform, mail).catch(async (error: unknown) => {
    platform.log.warn({ mail: mailFailure(error) }, 'a mail of an operator could not be sent');
    if (isUnsent(error)) await forget();
    throw new AppError('mail_failed', 'The mail could not be sent: see MAIL and the log');
  });
  if (stop === undefined) return;
  await forget();
  throw new AppError('mail_refused', `Nothing was sent: ${stopSentence(stop)}`);
}

/** Whether the mail server has certainly not taken the mail: it refused it, or the content was not sent yet. */
function isUnsent(error: unknown): boolean {
  const { command, responseCode } = error as Record<string, unknown>;
  return typeof responseCode === 'number' || (typeof command === 'string' && command !== 'DATA');
}
