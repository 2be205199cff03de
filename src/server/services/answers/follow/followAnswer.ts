import { and, asc, eq, gt } from 'drizzle-orm';
import { type Context, type Platform, signedInUser } from '#server/context.ts';
import { answer, answerEvent, message } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import type { LiveAnswer, NumberedEvent } from '#server/services/answers/produce/liveAnswer.ts';
import type { Reader } from '#server/services/answers/follow/reader.ts';

/** How long a reader on another server waits for a notification before it queries the database. */
const queryMilliseconds = 5_000;

/** Most events per write: a late reader may get many events. */
const eventsAtOnce = 100;

/** Throws `not_found` unless the answer belongs to the acting user. */
export async function findOwnAnswer(context: Context, answerId: string): Promise<void> {
  const userId = signedInUser(context);
  const [found] = await context.database.query
    .select({ id: answer.id })
    .from(answer)
    .where(and(eq(answer.id, answerId), eq(answer.userId, userId)));
  if (!found) throw new AppError('not_found', 'There is no answer with this id');
}

/**
 * Sends a reader the events of an answer after number `after`, until the last one: from memory if this server runs the
 * answer, otherwise from the database, as they are stored. A reader that received text which was lost with its server gets the whole stored
 * text, then the end. Resolves after the last event, or when the reader has disconnected.
 */
export async function followAnswer(
  platform: Platform,
  answerId: string,
  after: number,
  reader: Reader,
): Promise<void> {
  const live = platform.runner.find(answerId);
  const seen = live ? await followLive(live, after, reader) : after;
  if (seen !== 'end') await followStored(platform, answerId, seen, reader);
}

/** Returns the number of the last event that was written, or `end`. */
function followLive(live: LiveAnswer, after: number, reader: Reader): Promise<number | 'end'> {
  const { promise, resolve, reject } = Promise.withResolvers<number | 'end'>();
  let seen = after;
  let isWaiting = false;
  const writeNew = (): void => {
    while (live.lastNumber > seen && !reader.signal.aborted) {
      if (!reader.canWrite) return live.isReleased ? resolve(seen) : waitForDrain();
      const events = live.eventsAfter(seen, eventsAtOnce);
      seen += events.length;
      reader.write(events);
      if (events.at(-1)?.event.type === 'end') return resolve('end');
    }
    if (live.ended || live.isReleased || reader.signal.aborted) resolve(seen);
  };
  const waitForDrain = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    void reader.drained().then(() => {
      isWaiting = false;
      writeNew();
    });
  };
  const unlisten = live.listen(writeNew, reject);
  reader.signal.addEventListener('abort', writeNew, { once: true });
  writeNew();
  return promise.finally(() => {
    unlisten();
    reader.signal.removeEventListener('abort', writeNew);
  });
}

async function followStored(
  platform: Platform,
  answerId: string,
  after: number,
  reader: Reader,
): Promise<void> {
  const watch = platform.notifications.watch(answerId);
  try {
    let seen = after;
    for (;;) {
      await reader.drained();
      if (reader.signal.aborted) return;
      const stored = await readStored(platform, answerId, seen);
      const last = stored.events.at(-1);
      if (last) {
        reader.write(stored.events);
        seen = last.number;
      }
      if (last?.event.type === 'end') return;
      if (stored.events.length === eventsAtOnce) continue;
      if (stored.ended) return await writeWholeText(platform, answerId, seen, reader);
      await watch.next(queryMilliseconds, reader.signal);
    }
  } finally {
    watch.close();
  }
}

async function readStored(
  { database }: Platform,
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

/** Sends the whole text and the end to a reader whose last number is after the end, or whose events were deleted. */
async function writeWholeText(
  { database }: Platform,
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
  reader.write([
    { number: seen + 1, event: { type: 'text', text: row.text } },
    { number: seen + 2, event: { type: 'end', state, reason, charged, truncated } },
  ]);
}
