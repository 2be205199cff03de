import { fallbackFor } from '#server/gateways/models/fallback.ts';
import {
  type Finish,
  type ModelRequest,
  type ModelRoute,
  UpstreamError,
} from '#server/gateways/models/models.ts';
import type { FailureReason } from '#contract/chat.ts';
import type { Outcome } from '#server/services/chat/finishAnswer.ts';

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

/** Where a model's text goes: a live answer, or what checks it on the way there. */
export type AnswerSink = {
  readonly signal: AbortSignal;
  /** Whether nothing visible was shown so far. */
  readonly isBlank: boolean;
  /** When the first text came; from then on no other upstream is asked. */
  readonly firstText: Date | undefined;
  abort(reason: Error): void;
  append(text: string): void;
  /** Passes on what is held back; the model has said everything. */
  flushText(): void;
};

export type ModelOutcome = Outcome & {
  /** The upstream that was asked last: the one that answered, where one did. */
  upstream: string;
  /** Whether an upstream was asked at all. */
  isAsked: boolean;
  error?: unknown;
};

type Ending = Omit<ModelOutcome, 'upstream' | 'isAsked'>;
type Limits = { firstTokenMilliseconds: number; idleMilliseconds: number };

export type ReadOptions = Limits & {
  /** Whether the provider of an upstream has reached its daily cap, and is not to be asked. */
  rests: (upstream: string) => Promise<boolean>;
};

/**
 * Reads a model's stream into a live answer and says how it ended. Charged is only a seen finish with text, or a stop
 * by the user after text: no callback of an SDK is trusted, and a stream that merely ends was cut. Where an upstream
 * fails before its first text, the next one of the same model is asked. Never throws.
 */
export async function readModel(
  first: ModelRoute,
  request: ModelRequest,
  live: AnswerSink,
  { rests, ...limits }: ReadOptions,
): Promise<ModelOutcome> {
  // One for all upstreams: nobody waits longer because there are several.
  const watchdog = new Watchdog(live, limits);
  let route = first;
  let last: ModelOutcome | undefined;
  try {
    for (;;) {
      const { upstream } = route;
      const fallback = fallbackFor(route, request);
      if (await rests(upstream)) {
        if (!fallback) return last ?? { ...failed('provider_resting'), upstream, isAsked: false };
        route = fallback;
        continue;
      }
      const isAsked = !live.signal.aborted;
      last = { ...(await readRoute(route, request, live, watchdog)), upstream, isAsked };
      if (!fallback || live.firstText || !isForAnother(last)) return last;
      route = fallback;
    }
  } finally {
    watchdog.end();
  }
}

async function readRoute(
  route: ModelRoute,
  request: ModelRequest,
  live: AnswerSink,
  watchdog: Watchdog,
): Promise<Ending> {
  try {
    // A route heeds the signal by itself.
    const finish = await route.stream(request, live.signal, (text) => {
      live.append(text);
      watchdog.noteOutput();
    });
    live.flushText();
    return outcomeOfFinish(finish, live.isBlank);
  } catch (error) {
    return endingOfError(live.signal.aborted ? live.signal.reason : error, live.isBlank);
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

/** How what was thrown ends an answer. */
export function endingOfError(error: unknown, isBlank: boolean): Ending {
  if (error instanceof StopRequest) {
    if (error.by === 'server') return { ...failed('server_stopped'), state: 'interrupted' };
    if (isBlank) return { ...failed('stopped_before_output'), state: 'stopped' };
    return { state: 'stopped', reason: null, charged: true, truncated: false };
  }
  if (error instanceof UpstreamError) return { ...failed(error.reason), error };
  return { ...failed('upstream_error'), error };
}

/** An answer that ended so, and is free. */
export function failed(reason: FailureReason): Ending {
  return { state: 'failed', reason, charged: false, truncated: false };
}

/** Aborts a run whose first token, or whose next one, does not come in time. */
class Watchdog {
  readonly #live: AnswerSink;
  readonly #limits: Limits;
  #timer: NodeJS.Timeout;
  #lastOutput: number | undefined;

  constructor(live: AnswerSink, limits: Limits) {
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
