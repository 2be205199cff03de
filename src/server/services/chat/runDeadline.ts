import type { Logger } from 'pino';
import {
  type ModelRequest,
  type ModelRoute,
  UpstreamError,
} from '#server/gateways/models/models.ts';
import type { LiveAnswer } from '#server/services/answers/produce/liveAnswer.ts';
import { type ModelOutcome, endingOfError } from '#server/services/answers/produce/readModel.ts';
import { untilAborted } from '#server/untilAborted.ts';

/** How long a run may take to end after its answer was aborted. */
const graceMilliseconds = 2_000;

/** Aborts an answer after this time, whether it waits or runs. Returns when `run` does. */
export async function endBy(
  milliseconds: number,
  live: LiveAnswer,
  run: () => Promise<void>,
): Promise<void> {
  const timer = setTimeout(() => {
    live.abort(new UpstreamError('answer_timeout', 'The answer took too long'));
  }, milliseconds);
  try {
    await run();
  } finally {
    clearTimeout(timer);
  }
}

/** The outcome of a run, and the request to the model. */
export type ReadAnswer = { read: ModelOutcome; request: ModelRequest };

/**
 * Returns the result of `read`, or the outcome of the abort when `read` has not ended soon after the answer was
 * aborted: a stop, a deadline and the end of the server work in every state of a run. A run that was given up changes
 * nothing any more, because its answer is complete.
 */
export async function untilGivenUp(
  live: LiveAnswer,
  { route, request }: { route: ModelRoute; request: ModelRequest },
  log: Pick<Logger, 'error'>,
  read: () => Promise<ReadAnswer>,
): Promise<ReadAnswer> {
  const { signal } = live;
  const givenUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const startGrace = () => {
    timer = setTimeout(() => givenUp.abort(), graceMilliseconds);
  };
  if (signal.aborted) startGrace();
  else signal.addEventListener('abort', startGrace, { once: true });
  try {
    return await untilAborted(read(), givenUp.signal);
  } catch (error) {
    if (!givenUp.signal.aborted) throw error;
    log.error({ answer: live.id }, 'a run did not end when it was stopped');
    const ending = endingOfError(signal.reason, live.isBlank);
    return { read: { ...ending, upstream: route.upstream, isAsked: true }, request };
  } finally {
    signal.removeEventListener('abort', startGrace);
    clearTimeout(timer);
  }
}
