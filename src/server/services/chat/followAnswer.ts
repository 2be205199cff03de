import { and, asc, eq, gt } from 'drizzle-orm';
import { type Context, signedInUser } from '#server/context.ts';
import { answer, answerEvent, message } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import type { LiveAnswer, NumberedEvent } from '#server/services/chat/liveAnswer.ts';
import type { Reader } from '#server/services/chat/reader.ts';

/** How long a reader on another server waits for a notification before it looks by itself. */
const lookMilliseconds = 5_000;

/** Events that are given at once, of which a reader who comes late may get many. */
const eventsAtOnce = 100;

type Means = Pick<Context, 'database' | 'runner' | 'notices'>;

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
 * Gives a reader the events of an answer after number `after`: stored ones at once, then live, wherever it runs, to its
 * last one. A reader that saw text which was lost with its server receives the whole text that was kept, then the end.
 * Resolves when the last one was given or the reader has left.
 */
export async function followAnswer(
  means: Means,
  answerId: string,
  after: number,
  reader: Reader,
): Promise<void> {
  const live = means.runner.find(answerId);
  const seen = live ? await followLive(live, after, reader) : after;
  if (seen !== 'end') await followStored(means, answerId, seen, reader);
}

/** Returns the number of the last event that was written, or that it was the end. */
function followLive(live: LiveAnswer, after: number, reader: Reader): Promise<number | 'end'> {
  const { promise, resolve, reject } = Promise.withResolvers<number | 'end'>();
  let seen = after;
  let waitsForRoom = false;
  const giveNew = (): void => {
    while (live.lastNumber > seen && !reader.signal.aborted) {
      if (!reader.hasRoom) return live.isReleased ? resolve(seen) : waitForRoom();
      const events = live.eventsAfter(seen, eventsAtOnce);
      seen += events.length;
      reader.give(events);
      if (events.at(-1)?.event.type === 'end') return resolve('end');
    }
    if (live.ended || live.isReleased || reader.signal.aborted) resolve(seen);
  };
  const waitForRoom = (): void => {
    if (waitsForRoom) return;
    waitsForRoom = true;
    void reader.room().then(() => {
      waitsForRoom = false;
      giveNew();
    });
  };
  const unlisten = live.listen(giveNew, reject);
  reader.signal.addEventListener('abort', giveNew, { once: true });
  giveNew();
  return promise.finally(() => {
    unlisten();
    reader.signal.removeEventListener('abort', giveNew);
  });
}

async function followStored(
  means: Means,
  answerId: string,
  after: number,
  reader: Reader,
): Promise<void> {
  const watch = means.notices.watch(answerId);
  try {
    let seen = after;
    for (;;) {
      await reader.room();
      if (reader.signal.aborted) return;
      const stored = await readStored(means, answerId, seen);
      const last = stored.events.at(-1);
      if (last) {
        reader.give(stored.events);
        seen = last.number;
      }
      if (last?.event.type === 'end') return;
      if (stored.events.length === eventsAtOnce) continue;
      if (stored.ended) return await endAgain(means, answerId, seen, reader);
      await watch.next(lookMilliseconds, reader.signal);
    }
  } finally {
    watch.close();
  }
}

async function readStored(
  { database }: Means,
  answerId: string,
  after: number,
): Promise<{ events: NumberedEvent[]; ended: boolean }> {
  // The state first: an end that is committed in between is then among the events.
  const [row] = await database.query
    .select({ state: answer.state })
    .from(answer)
    .where(eq(answer.id, answerId));
  const events = await database.query
    .select({ number: answerEvent.number, event: answerEvent.event })
    .from(answerEvent)
    .where(and(eq(answerEvent.answerId, answerId), gt(answerEvent.number, after)))
    .orderBy(asc(answerEvent.number))
    .limit(eventsAtOnce);
  return { events, ended: row?.state !== 'running' };
}

/** The whole text and the end, for a reader whose last number lies behind the end, or whose events are gone. */
async function endAgain(
  { database }: Means,
  answerId: string,
  seen: number,
  reader: Reader,
): Promise<void> {
  const [row] = await database.query
    .select({ answer, text: message.text })
    .from(answer)
    .innerJoin(message, eq(message.id, answer.messageId))
    .where(eq(answer.id, answerId));
  if (!row || row.answer.state === 'running') return;
  const { state, reason, charged, truncated } = row.answer;
  reader.give([
    { number: seen + 1, event: { type: 'text', text: row.text } },
    { number: seen + 2, event: { type: 'end', state, reason, charged, truncated } },
  ]);
}
