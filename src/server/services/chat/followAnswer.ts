import { and, asc, eq, gt } from 'drizzle-orm';
import { type Context, signedInUser } from '#server/context.ts';
import { answer, answerEvent, message } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import type { LiveAnswer, NumberedEvent } from '#server/services/chat/liveAnswer.ts';

/** How long a reader on another server waits for a notification before it looks by itself. */
const lookMilliseconds = 5_000;

/** Throws `not_found` unless the answer is one of the acting user's. */
export async function findOwnAnswer(context: Context, answerId: string): Promise<void> {
  const userId = signedInUser(context);
  const [found] = await context.database.query
    .select({ id: answer.id })
    .from(answer)
    .where(and(eq(answer.id, answerId), eq(answer.userId, userId)));
  if (!found) throw new AppError('not_found', 'There is no answer with this id');
}

/**
 * The events of an answer after number `after`: stored ones at once, then live, wherever it runs, to its last one.
 * A reader that saw text which was lost with its server receives the whole text that was kept, then the end.
 */
export async function* followAnswer(
  context: Pick<Context, 'database' | 'runner' | 'notices'>,
  answerId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<NumberedEvent, void, undefined> {
  let seen = after;
  const live = context.runner.find(answerId);
  if (live) {
    for await (const numbered of followLive(live, seen, signal)) {
      seen = numbered.number;
      yield numbered;
      if (numbered.event.type === 'end') return;
    }
  }
  yield* followStored(context, answerId, seen, signal);
}

async function* followLive(
  live: LiveAnswer,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<NumberedEvent, void, undefined> {
  let seen = after;
  const leave = () => live.wake();
  signal.addEventListener('abort', leave, { once: true });
  try {
    while (!signal.aborted) {
      const events = await live.eventsAfter(seen);
      yield* events;
      seen = events.at(-1)?.number ?? seen;
      if (live.ended && events.length === 0) return;
    }
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

async function* followStored(
  context: Pick<Context, 'database' | 'notices'>,
  answerId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<NumberedEvent, void, undefined> {
  const watch = context.notices.watch(answerId);
  try {
    let seen = after;
    while (!signal.aborted) {
      const stored = await readStored(context, answerId, seen);
      for (const numbered of stored.events) {
        yield numbered;
        seen = numbered.number;
        if (numbered.event.type === 'end') return;
      }
      if (stored.ended) {
        yield* endAgain(context, answerId, seen);
        return;
      }
      await watch.next(lookMilliseconds, signal);
    }
  } finally {
    watch.close();
  }
}

async function readStored(
  context: Pick<Context, 'database'>,
  answerId: string,
  after: number,
): Promise<{ events: NumberedEvent[]; ended: boolean }> {
  // The state first: an end that is committed in between is then among the events.
  const [row] = await context.database.query
    .select({ state: answer.state })
    .from(answer)
    .where(eq(answer.id, answerId));
  const events = await context.database.query
    .select({ number: answerEvent.number, event: answerEvent.event })
    .from(answerEvent)
    .where(and(eq(answerEvent.answerId, answerId), gt(answerEvent.number, after)))
    .orderBy(asc(answerEvent.number));
  return { events, ended: row?.state !== 'running' };
}

/** The whole text and the end, for a reader whose last number lies behind the end, or whose events are gone. */
async function* endAgain(
  context: Pick<Context, 'database'>,
  answerId: string,
  seen: number,
): AsyncGenerator<NumberedEvent, void, undefined> {
  const [row] = await context.database.query
    .select({ answer, text: message.text })
    .from(answer)
    .innerJoin(message, eq(message.id, answer.messageId))
    .where(eq(answer.id, answerId));
  if (!row || row.answer.state === 'running') return;
  yield { number: seen + 1, event: { type: 'text', text: row.text } };
  yield {
    number: seen + 2,
    event: {
      type: 'end',
      state: row.answer.state,
      reason: row.answer.reason,
      charged: row.answer.charged,
      truncated: row.answer.truncated,
    },
  };
}
