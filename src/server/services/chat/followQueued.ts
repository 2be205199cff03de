import type { Context } from '#server/context.ts';
import { followAnswer } from '#server/services/chat/followAnswer.ts';
import type { Reader } from '#server/services/chat/reader.ts';
import { WaitingReader } from '#server/services/chat/waitingReader.ts';

type Means = Pick<Context, 'database' | 'runner' | 'notices'>;

/** Milliseconds between two looks at the queue, and so between two events of it. */
const lookMilliseconds = 1_000;

/**
 * Follows an answer as `followAnswer` does, and sends its position in the queue of its server, whichever that is, for
 * as long as it waits there.
 */
export async function followQueued(
  means: Means,
  answerId: string,
  after: number,
  reader: Reader,
): Promise<void> {
  const isHere = means.runner.find(answerId) !== undefined;
  if (isHere && means.runner.ahead(answerId) === undefined) {
    return followAnswer(means, answerId, after, reader);
  }
  const waiting = new WaitingReader(reader);
  const following = followAnswer(means, answerId, after, waiting).finally(() => waiting.begin());
  await Promise.all([following, tellPlaces(means, answerId, after, waiting, isHere)]);
}

/** Tells the places of an answer until it begins, or ends. */
async function tellPlaces(
  { runner, notices }: Means,
  answerId: string,
  after: number,
  waiting: WaitingReader,
  isHere: boolean,
): Promise<void> {
  if (after === 0) await waiting.accepted;
  let told: number | undefined;
  while (waiting.isWaiting) {
    const place = isHere ? runner.ahead(answerId) : notices.ahead(answerId);
    if (place === undefined && isHere) return;
    if (place !== undefined && place !== told) waiting.tell(place);
    told = place;
    await waiting.next(lookMilliseconds);
  }
}
