import type { AnswerEvent } from '#contract/chat.ts';
import type { Context } from '#server/context.ts';
import { followAnswer } from '#server/services/chat/followAnswer.ts';
import type { NumberedEvent } from '#server/services/chat/liveAnswer.ts';

/** How many answers begin before one that waits: true while it is sent, so it has no number and is not stored. */
export type QueueEvent = {
  number: undefined;
  event: Extract<AnswerEvent, { type: 'queue' }>;
};

type Events<Item> = AsyncGenerator<Item, void, undefined>;

/** Milliseconds between two looks at the queue, and so between two events of it. */
const lookMilliseconds = 1_000;

/**
 * What `followAnswer` answers, with the answer's place in this server's queue for as long as it waits here. Readers on
 * other servers learn nothing of the queue.
 */
export function followQueued(
  context: Pick<Context, 'database' | 'runner' | 'notices'>,
  answerId: string,
  after: number,
  signal: AbortSignal,
): Events<NumberedEvent | QueueEvent> {
  const events = followAnswer(context, answerId, after, signal);
  const ahead = () => context.runner.ahead(answerId);
  return ahead() === undefined ? events : withQueue(events, after, ahead);
}

async function* withQueue(
  events: Events<NumberedEvent>,
  after: number,
  ahead: () => number | undefined,
): Events<NumberedEvent | QueueEvent> {
  try {
    if (after === 0) {
      const accepted = await events.next();
      if (accepted.done) return;
      yield accepted.value;
    }
    const next = events.next();
    yield* places(next, ahead);
    const first = await next;
    if (first.done) return;
    yield first.value;
    yield* events;
  } finally {
    await events.return(undefined);
  }
}

/** The places of an answer until it begins, or until something else is heard of it. */
async function* places(
  next: Promise<unknown>,
  ahead: () => number | undefined,
): Events<QueueEvent> {
  let told: number | undefined;
  let isHeard = false;
  const heard = next.then(
    () => (isHeard = true),
    () => (isHeard = true),
  );
  for (let place = ahead(); place !== undefined && !isHeard; place = ahead()) {
    if (place !== told) yield { number: undefined, event: { type: 'queue', ahead: place } };
    told = place;
    await orAfter(heard, lookMilliseconds);
  }
}

async function orAfter(promise: Promise<unknown>, milliseconds: number): Promise<void> {
  const { promise: waited, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([promise, waited]);
  clearTimeout(timer);
}
