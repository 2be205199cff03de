import { fallbackFor } from '#server/gateways/models/fallback.ts';
import {
  type Finish,
  type ModelRequest,
  type ModelRoute,
  UpstreamError,
} from '#server/gateways/models/models.ts';
import type { FailureReason } from '#contract/chat/chat.ts';
import type { AccountOutcome, ProviderAccounts } from '#server/services/costs/providerAccounts.ts';
import type { Outcome } from '#server/services/answers/close/finishAnswer.ts';

/** Failures of an upstream, not of the model or the question. */
const upstreamFailures: readonly FailureReason[] = [
  'upstream_refused',
  'upstream_unauthorised',
  'upstream_busy',
  'upstream_error',
  'upstream_cut',
];

export class StopRequest extends Error {
  readonly by: 'user' | 'server';

  constructor(by: 'user' | 'server') {
    super(`Stopped by the ${by}`);
    this.name = 'StopRequest';
    this.by = by;
  }
}

/** The receiver of a model's text: a live answer, or a filter before it. */
export type AnswerSink = {
  readonly signal: AbortSignal;
  /** Whether no visible text was received so far. */
  readonly isBlank: boolean;
  /** The time of the first text, after which no other upstream is asked. */
  readonly firstText: Date | undefined;
  abort(reason: Error): void;
  append(text: string): void;
  /** Adds thoughts of the model, which are not part of the answer. AI search shows none. */
  think?(text: string): void;
  /** Removes all text so far, which was thoughts of the model. */
  discard(): void;
  /** Emits collected text after the end of the model's output. */
  flushText(): void;
};

export type ModelOutcome = Outcome & {
  /** The upstream that was asked last; the one that answered, if any. */
  upstream: string;
  isAsked: boolean;
  error?: unknown;
};

type Ending = Omit<ModelOutcome, 'upstream' | 'isAsked'>;
type Limits = { firstTokenMilliseconds: number; idleMilliseconds: number };

export type ReadOptions = Limits & {
  /** Whether the provider of an upstream has reached its daily cap and must not be asked. */
  isPaused: (upstream: string) => Promise<boolean>;
  accounts: Pick<ProviderAccounts, 'begin'>;
};

/**
 * Reads a model's stream into a live answer and returns the outcome. It is charged only after an explicit finish with
 * text, or a stop by the user after text: callbacks of SDKs are not reliable, and a stream that just ends was cut off.
 * If an upstream fails before its first text, the next one of the same model is asked. Never throws.
 */
export async function readModel(
  first: ModelRoute,
  request: ModelRequest,
  live: AnswerSink,
  { isPaused, accounts, ...limits }: ReadOptions,
): Promise<ModelOutcome> {
  // One watchdog for all upstreams, so that several upstreams do not mean a longer wait.
  const watchdog = new Watchdog(live, limits);
  let route = first;
  let last: ModelOutcome | undefined;
  try {
    for (;;) {
      const { upstream } = route;
      const fallback = fallbackFor(route, request);
      if (await isPaused(upstream)) {
        if (!fallback) return last ?? { ...failed('provider_resting'), upstream, isAsked: false };
        route = fallback;
        continue;
      }
      const endRequest = accounts.begin(upstream);
      if (!endRequest) {
        if (!fallback)
          return last ?? { ...failed('upstream_unauthorised'), upstream, isAsked: false };
        route = fallback;
        continue;
      }
      const isAsked = !live.signal.aborted;
      last = { ...(await readRoute(route, request, live, watchdog)), upstream, isAsked };
      endRequest(accountOutcomeOf(last, live));
      if (!fallback || live.firstText || !canFallBack(last)) return last;
      route = fallback;
    }
  } finally {
    watchdog.end();
  }
}

function accountOutcomeOf({ state, error }: ModelOutcome, live: AnswerSink): AccountOutcome {
  if (error instanceof UpstreamError && error.account) return error.account;
  return state === 'finished' || live.firstText ? 'served' : undefined;
}

async function readRoute(
  route: ModelRoute,
  request: ModelRequest,
  live: AnswerSink,
  watchdog: Watchdog,
): Promise<Ending> {
  try {
    // The route handles the signal itself.
    const finish = await route.stream(request, live.signal, {
      onText: (text) => {
        live.append(text);
        watchdog.noteOutput();
      },
      onThought: (text) => {
        live.think?.(text);
        watchdog.noteOutput();
      },
      onDiscard: () => live.discard(),
    });
    live.flushText();
    return outcomeOfFinish(finish, live.isBlank);
  } catch (error) {
    return endingOfError(live.signal.aborted ? live.signal.reason : error, live.isBlank);
  }
}

/** Whether another upstream may succeed; a filtered answer is the model's decision, not the upstream's. */
function canFallBack({ reason }: Outcome): boolean {
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

export function endingOfError(error: unknown, isBlank: boolean): Ending {
  if (error instanceof StopRequest) {
    if (error.by === 'server') return { ...failed('server_stopped'), state: 'interrupted' };
    if (isBlank) return { ...failed('stopped_before_output'), state: 'stopped' };
    return { state: 'stopped', reason: null, charged: true, truncated: false };
  }
  if (error instanceof UpstreamError) return { ...failed(error.reason), error };
  return { ...failed('upstream_error'), error };
}

/** Returns the outcome of a failed answer, which is free. */
export function failed(reason: FailureReason): Ending {
  return { state: 'failed', reason, charged: false, truncated: false };
}

/** Aborts a run whose first or next token does not arrive in time. */
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

  /** Only stores the time: restarting a timer for each token would be slower. */
  noteOutput(): void {
    const isFirst = this.#lastOutput === undefined;
    this.#lastOutput = performance.now();
    if (!isFirst) return;
    clearTimeout(this.#timer);
    this.#checkAfter(this.#limits.idleMilliseconds);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #checkAfter(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      const silent = performance.now() - (this.#lastOutput ?? 0);
      const rest = this.#limits.idleMilliseconds - silent;
      // Timers may fire slightly early.
      if (rest > 1) this.#checkAfter(rest);
      else this.#live.abort(new UpstreamError('idle_timeout', 'The model fell silent'));
    }, milliseconds);
  }
}
