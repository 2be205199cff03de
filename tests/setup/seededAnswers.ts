import { randomUUID } from 'node:crypto';
import type { FailureReason } from '#contract/chat/chat.ts';
import type { Database } from '#server/db/connect.ts';
import { answer, conversation } from '#server/db/schema/chat.ts';

type Seeded = {
  model: string;
  state: 'finished' | 'failed' | 'stopped' | 'interrupted';
  reason?: FailureReason;
  /** How many of them. */
  count: number;
  /** Minutes since they ended; each one ended a moment after the one before. */
  ago?: number;
  /** Seconds from asking the model to its first text. */
  wait?: number;
  /** Seconds that they waited for their turn before. */
  queued?: number;
};

/** Answers of a user, or of several in turns, that ended as if they had been given. */
export async function seedAnswers(
  { query }: Database,
  userIds: string | readonly string[],
  seeded: readonly Seeded[],
): Promise<void> {
  const users = typeof userIds === 'string' ? [userIds] : userIds;
  const [made] = await query
    .insert(conversation)
    .values({ userId: users[0] ?? '', title: 'Seeded', model: 'gpt-4o-mini' })
    .returning({ id: conversation.id });
  const conversationId = made?.id ?? '';
  let moment = 0;
  for (const { model, state, reason, count, ago = 1, wait = 1, queued = 0 } of seeded) {
    const values = Array.from({ length: count }, (_, index) => {
      const ended = new Date(Date.now() - ago * 60_000 + (moment += 1));
      const asked = new Date(ended.getTime() - 60_000);
      return {
        userId: users[index % users.length] ?? '',
        requestId: randomUUID(),
        requestDigest: '',
        conversationId,
        questionId: randomUUID(),
        messageId: randomUUID(),
        model,
        price: 1,
        ownerId: randomUUID(),
        state,
        reason: reason ?? null,
        created: new Date(asked.getTime() - queued * 1_000),
        asked,
        firstText: state === 'failed' ? null : new Date(asked.getTime() + wait * 1_000),
        ended,
      };
    });
    await query.insert(answer).values(values);
  }
}
