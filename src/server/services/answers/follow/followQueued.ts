import type { Platform } from '#server/context.ts';
import { followAnswer } from '#server/services/answers/follow/followAnswer.ts';
import type { Reader } from '#server/services/answers/follow/reader.ts';
import { WaitingReader } from '#server/services/answers/follow/waitingReader.ts';

/** Interval of checking the queue, and so of its events. */
const checkMilliseconds = 1_000;

/** Follows an answer like `followAnswer`, and sends its position in its server's queue while it waits. */
export async function followQueued(
  platform: Platform,
  answerId: string,
  after: number,
  reader: Reader,
): Promise<void> {
  const isHere = platform.runner.find(answerId) !== undefined;
  if (isHere && platform.runner.ahead(answerId) === undefined) {
    return followAnswer(platform, answerId, after, reader);
  }
  const waiting = new WaitingReader(reader);
  const following = followAnswer(platform, answerId, after, waiting).finally(() =>
    waiting.stopWaiting(),
  );
  await Promise.all([following, writePositions(platform, answerId, after, waiting, isHere)]);
}

/** Sends the position of an answer in the queue until it starts or ends. */
async function writePositions(
  { runner, notifications }: Platform,
  answerId: string,
  after: number,
  waiting: WaitingReader,
  isHere: boolean,
): Promise<void> {
  if (after === 0) await waiting.accepted;
  let last: number | undefined;
  while (waiting.isWaiting) {
    const position = isHere ? runner.ahead(answerId) : notifications.ahead(answerId);
    if (position === undefined && isHere) return;
    if (position !== undefined && position !== last) waiting.writePosition(position);
    last = position;
    await waiting.next(checkMilliseconds);
  }
}
