import { sql } from 'drizzle-orm';
import type { AnswerEnd, FailureReason } from '#contract/chat.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import { answer, answerEvent, conversation, message } from '#server/db/schema/chat.ts';
import { countConversation } from '#server/services/chat/countConversation.ts';
import type { NumberedEvent } from '#server/services/chat/liveAnswer.ts';
import { storedText } from '#server/services/chat/storedText.ts';
import { releaseHold, settleHold } from '#server/services/credits/hold.ts';

/** How a run ended. `charged` says whether it is paid for. */
export type Outcome = {
  state: AnswerEnd['state'];
  reason: FailureReason | null;
  charged: boolean;
  truncated: boolean;
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
};

type Ending = {
  answerId: string;
  ownerId: string;
  outcome: Outcome;
  /** Events that are not stored yet; the end follows them. */
  events: readonly NumberedEvent[];
  /** `undefined` for what the stored events hold: nobody adds to them once the answer is claimed. */
  text: string | undefined;
  now: Date;
};

/** The end of an answer that nobody finishes: what is stored of its text is kept, what it held is released. */
export const interruption: Pick<Ending, 'outcome' | 'events' | 'text'> = {
  outcome: { state: 'interrupted', reason: 'server_stopped', charged: false, truncated: false },
  events: [],
  text: undefined,
};

/**
 * Closes an answer: its last events, its text, settle or release, and what it counts for, in one transaction. The
 * claim is conditional, so of several who try, one wins. Answers the end event, or `undefined` for the others.
 */
export async function finishAnswer(
  database: Database,
  ending: Ending,
): Promise<AnswerEnd | undefined> {
  return database.transaction(async (transaction) => {
    const { outcome } = ending;
    const [claimed] = await transaction
      .update(answer)
      .set({
        state: outcome.state,
        reason: outcome.reason,
        charged: outcome.charged ? sql`${answer.price}` : 0,
        truncated: outcome.truncated,
        inputTokens: outcome.inputTokens ?? null,
        outputTokens: outcome.outputTokens ?? null,
        ended: ending.now,
      })
      .where(
        sql`${answer.id} = ${ending.answerId} and ${answer.ownerId} = ${ending.ownerId} and ${answer.state} = 'running'`,
      )
      .returning();
    if (!claimed) return undefined;
    await closeHold(transaction, claimed, outcome, ending.now);
    const text = ending.text ?? (await storedText(transaction, claimed.id));
    await transaction
      .update(message)
      .set({ text })
      .where(sql`${message.id} = ${claimed.messageId}`);
    await transaction
      .update(conversation)
      .set({ updated: sql`now()` })
      .where(sql`${conversation.id} = ${claimed.conversationId}`);
    if (outcome.charged) await countConversation(transaction, claimed, ending.now);
    const end: AnswerEnd = {
      type: 'end',
      state: outcome.state,
      reason: outcome.reason,
      charged: claimed.charged,
      truncated: outcome.truncated,
    };
    await storeLastEvents(transaction, ending, end);
    return end;
  });
}

async function closeHold(
  transaction: Executor,
  claimed: typeof answer.$inferSelect,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const source = { type: 'answer', id: claimed.id } as const;
  const reason = outcome.reason ?? `answer_${outcome.state}`;
  const closed = outcome.charged
    ? await settleHold(transaction, claimed.userId, source, reason)
    : await releaseHold(transaction, claimed.userId, source, reason, now);
  if (!closed) throw new Error('The hold of a running answer was closed already');
}

async function storeLastEvents(
  transaction: Executor,
  ending: Ending,
  end: AnswerEnd,
): Promise<void> {
  const answerId = ending.answerId;
  if (ending.events.length > 0) {
    await transaction
      .insert(answerEvent)
      .values(ending.events.map(({ number, event }) => ({ answerId, number, event })))
      .onConflictDoNothing();
  }
  await transaction.execute(sql`insert into answer_event (answer_id, number, event)
    select ${answerId}, coalesce(max(number), 0) + 1, ${JSON.stringify(end)}::jsonb
    from answer_event where answer_id = ${answerId}`);
  await transaction.execute(sql`select pg_notify('answer_event', ${answerId})`);
}
