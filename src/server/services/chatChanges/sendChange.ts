import type { CorePlatform } from '#server/context.ts';
import { notify } from '#server/db/notify.ts';
import { changeChannel, notifyAnswerChanges, notifyVote } from '#server/db/queries/chatChanges.ts';
import { redactedError } from '#server/errors.ts';

type Sender = Pick<CorePlatform, 'database' | 'log'>;

/**
 * Notifies the pages of a user that a conversation was changed or deleted; without an id, that all were. Call it after the
 * commit. A failure is only logged: pages load changes when they become visible.
 */
export async function sendChange(
  { database, log }: Sender,
  type: 'changed' | 'deleted',
  userId: string,
  conversationId?: string | null,
): Promise<void> {
  const payload = [userId, type, ...(conversationId ? [conversationId] : [])].join(' ');
  try {
    await notify(database.query, changeChannel, payload);
  } catch (error) {
    log.warn({ error: redactedError(error) }, 'a change of a conversation could not be sent');
  }
}

/** Notifies the pages of the users that these answers began or ended. Call it after the commit. */
export async function sendAnswerChanges(
  { database, log }: Sender,
  type: 'asked' | 'ended',
  answerIds: readonly string[],
): Promise<void> {
  try {
    await notifyAnswerChanges(database.query, type, answerIds);
  } catch (error) {
    log.warn({ error: redactedError(error) }, 'changes of answers could not be sent');
  }
}

/** Notifies the pages of a user of the vote on one of the user's answers. Call it after the commit. */
export async function sendVote(
  { database, log }: Sender,
  userId: string,
  answerId: string,
): Promise<void> {
  try {
    await notifyVote(database.query, userId, answerId);
  } catch (error) {
    log.warn({ error: redactedError(error) }, 'a vote could not be sent');
  }
}
