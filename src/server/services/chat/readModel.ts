import { fallbackFor } from '#server/gateways/models/fallback.ts';
import {
  type Finish,
  type ModelRequest,
  type ModelRoute,
  UpstreamError,
} from '#server/gateways/models/models.ts';
import type { FailureReason } from '#contract/chat.ts';
import type { Outcome } from '#server/services/chat/finishAnswer.ts';
import type { LiveAnswer } from '#server/services/chat/liveAnswer.ts';

/** Failures of a place where a model runs, not of the model or the question. */
const upstreamFailures: readonly FailureReason[] = [
  'upstream_refused',
  'upstream_unauthorised',
  'upstream_busy',
  'upstream_error',
  'upstream_cut',
];

/** Why a run was ended from outside. */
export class StopRequest extends Error {
  readonly by: 'user' | 'server';

  constructor(by: 'user' | 'server') {
    super(`Stopped by the ${by}`);
    this.name = 'StopRequest';
    this.by = by;
  }
}

export type ModelOutcome = Outcome & {
  /** The upstream that was asked last: the one that answered, where one did. */
  upstream: string;
  error?: unknown;
};

type Ending = Omit<ModelOutcome, 'upstream'>;
type Limits = { firstTokenMilliseconds: number; idleMilliseconds: number };

/**
 * Reads a model's stream into a live answer and says how it ended. Charged is only a seen finish with text, or a stop
 * by the user after text: no callback of an SDK is trusted, and a stream that merely ends was cut. Where an upstream
 * fails before its first text, the next one of the same model is asked. Never throws.
 */
export async function readModel(
  first: ModelRoute,
  request: ModelRequest,
  live: LiveAnswer,
  limits: Limits,
): Promise<ModelOutcome> {
  // One for all upstreams: nobody waits longer because there are several.
  const watchdog = new Watchdog(live, limits);
  let route = first;
  try {
    for (;;) {
      const { upstream } = route;
      const fallback = fallbackFor(route, request);
      const outcome = await readRoute(route, request, live, watchdog);
      if (!fallback || live.firstText || !isForAnother(outcome)) return { ...outcome, upstream };
      route = fallback;
    }
  } finally {
    watchdog.end();
  }
}

async function readRoute(
  route: ModelRoute,
  request: ModelRequest,
  live: LiveAnswer,
  watchdog: Watchdog,
): Promise<Ending> {
  try {
    // A route heeds the signal by itself.
    const finish = await route.stream(request, live.signal, (text) => {
      live.append(text);
      watchdog.noteOutput();
    });
    return outcomeOfFinish(finish, live.isBlank);
  } catch (error) {
    return outcomeOfError(live.signal.aborted ? live.signal.reason : error, live.isBlank);
  }
}

/** Whether another upstream may do better; what a filter says is said by the model, not by its place. */
function isForAnother({ reason }: Outcome): boolean {
  return reason !== null && upstreamFailures.includes(reason);
}

function outcomeOfFinish(finish: Finish, isBlank: boolean): Ending {
  const tokens = { inputTokens: finish.inputTokens, outputTokens: finish.outputTokens };
  if (finish.reason === 'filtered') return { ...failed('filtered'), ...tokens };
  if (isBlank) return { ...failed('empty'), ...tokens };
  if (finish.reason === 'other') return { ...failed('upstream_error'), ...tokens };
  return {
    state: 'finished',
    reason: null,
    charged: true,
    truncated: finish.reason === 'length',
    ...tokens,
  };
}

function outcomeOfError(error: unknown, isBlank: boolean): Ending {
  if (error instanceof StopRequest) {
    if (error.by === 'server') return { ...failed('server_stopped'), state: 'interrupted' };
    if (isBlank) return { ...failed('stopped_before_output'), state: 'stopped' };
    return { state: 'stopped', reason: null, charged: true, truncated: false };
  }
  if (error instanceof UpstreamError) return { ...failed(error.reason), error };
  return { ...failed('upstream_error'), error };
}

function failed(reason: FailureReason): Ending {
  return { state: 'failed', reason, charged: false, truncated: false };
}

/** Aborts a run whose first token, or whose next one, does not come in time. */
class Watchdog {
  readonly #live: LiveAnswer;
  readonly #limits: Limits;
  #timer: NodeJS.Timeout;
  #lastOutput: number | undefined;

  constructor(live: LiveAnswer, limits: Limits) {
    this.#live = live;
    this.#limits = limits;
    this.#timer = setTimeout(() => {
      live.abort(
        new UpstreamError('first_token_timeout', 'The model did not begin to answer in time'),
      );
    }, limits.firstTokenMilliseconds);
  }

  /** A timer that is set anew by each token would cost more than noting the time. */
  noteOutput(): void {
    const isFirst = this.#lastOutput === undefined;
    this.#lastOutput = performance.now();
    if (!isFirst) return;
    clearTimeout(this.#timer);
    this.#lookAfter(this.#limits.idleMilliseconds);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #lookAfter(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      const silent = performance.now() - (this.#lastOutput ?? 0);
      const rest = this.#limits.idleMilliseconds - silent;
      // Timers may come a moment early.
      if (rest > 1) this.#lookAfter(rest);
      else this.#live.abort(new UpstreamError('idle_timeout', 'The model fell silent'));
    }, milliseconds);
  }
}
