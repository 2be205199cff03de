import { fallbackFor } from '#server/gateways/models/fallback.ts';
import {
  type Finish,
  type ModelRequest,
  type ModelRoute,
  UpstreamError,
} from '#server/gateways/models/models.ts';
import type { FailureReason } from '#contract/chat/chat.ts';
import type { ProviderProblem } from '#domain/models/providerCircuit.ts';
import type { ProviderKey } from '#server/gateways/providerKey.ts';
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
  /** Upstreams that were silent, and given up for another one. They charge for the question. */
  abandoned?: readonly string[];
};

type Ending = Omit<ModelOutcome, 'upstream' | 'isAsked'>;
type Limits = { firstTokenMilliseconds: number; idleMilliseconds: number };

export type ReadOptions = Limits & {
  /** Whether the provider of an upstream has reached its daily cap and must not be asked. */
  isPaused: (upstream: string) => Promise<boolean>;
  accounts: Pick<ProviderAccounts, 'begin' | 'problemOf'>;
  /** Who asks: several users must see a provider fail before it is closed. */
  user?: string | undefined;
};

/**
 * Reads a model's stream into a live answer and returns the outcome. It is charged only after an explicit finish with
 * text, or a stop by the user after text: callbacks of SDKs are not reliable, and a stream that just ends was cut off.
 * If an upstream fails before its first text, its next key or the next upstream of the same model is asked. Never throws.
 */
export async function readModel(
  first: ModelRoute,
  request: ModelRequest,
  live: AnswerSink,
  { isPaused, ...options }: ReadOptions,
): Promise<ModelOutcome> {
  const watchdog = new Watchdog(live, options);
  const reader = { request, live, watchdog };
  let last: ModelOutcome | undefined;
  let skipped: ModelOutcome | undefined;
  const silent: string[] = [];
  try {
    for (let route: ModelRoute | undefined = first; route; route = fallbackFor(route, request)) {
      const { upstream } = route;
      const read: ModelOutcome = (await isPaused(upstream))
        ? { ...failed('provider_resting'), upstream, isAsked: false }
        : await readKeys(route, reader, options);
      if (read.isAsked) last = read;
      else skipped = read;
      if (live.signal.aborted || (read.isAsked && !canFallBack(read, live))) break;
      if (read.isAsked && read.reason === 'first_token_timeout') silent.push(upstream);
    }
    // There is a first route, so that one of them is set.
    const outcome = (last ?? skipped) as ModelOutcome;
    const abandoned = silent.filter((upstream) => upstream !== outcome.upstream);
    return abandoned.length === 0 ? outcome : { ...outcome, abandoned };
  } finally {
    watchdog.end();
  }
}

type Reader = { request: ModelRequest; live: AnswerSink; watchdog: Watchdog };

/** Asks an upstream with one of its keys after the other, as long as the trouble is the key's own. */
async function readKeys(
  route: ModelRoute,
  reader: Reader,
  { accounts, user }: Pick<ReadOptions, 'accounts' | 'user'>,
): Promise<ModelOutcome> {
  const { upstream } = route;
  const { live } = reader;
  const keys = route.keys?.() ?? [];
  let last: ModelOutcome | undefined;
  for (const key of keys.length === 0 ? [undefined] : keys) {
    const endRequest = await accounts.begin(upstream, { key, user });
    if (!endRequest) continue;
    const isAsked = !live.signal.aborted;
    last = { ...(await readRoute(route, reader, key)), upstream, isAsked };
    endRequest(accountOutcomeOf(last, live));
    if (!canFallBack(last, live) || !isTroubleOfKey(last)) break;
  }
  return last ?? { ...failed(reasonOf(accounts.problemOf(upstream))), upstream, isAsked: false };
}

function isTroubleOfKey({ reason, error }: ModelOutcome): boolean {
  return (
    reason === 'upstream_busy' || (error instanceof UpstreamError && error.account !== undefined)
  );
}

/** The reason of an answer whose upstreams are all closed. */
function reasonOf(problem: ProviderProblem | undefined): FailureReason {
  return problem === 'failing' ? 'upstream_busy' : 'upstream_unauthorised';
}

function accountOutcomeOf(
  { state, error, reason }: ModelOutcome,
  live: AnswerSink,
): AccountOutcome {
  if (error instanceof UpstreamError && error.account) return error.account;
  if (state === 'finished') return 'served';
  if (reason !== null && providerFailures.includes(reason)) {
    return error instanceof UpstreamError && error.isRejection ? undefined : 'failed';
  }
  return live.firstText ? 'served' : undefined;
}

async function readRoute(
  route: ModelRoute,
  { request, live, watchdog }: Reader,
  key: ProviderKey | undefined,
): Promise<Ending> {
  const attempt = watchdog.attempt(fallbackFor(route, request) === undefined);
  const noteOutput = () => {
    attempt.end();
    watchdog.noteOutput();
  };
  const receiver = {
    onText: (text: string) => {
      live.append(text);
      noteOutput();
    },
    onThought: (text: string) => {
      live.think?.(text);
      noteOutput();
    },
    onDiscard: () => live.discard(),
  };
  try {
    // The route handles the signal itself.
    const finish = await route.stream(request, attempt.signal, receiver, key);
    live.flushText();
    return outcomeOfFinish(finish, live.isBlank);
  } catch (error) {
    return endingOfError(live.signal.aborted ? live.signal.reason : error, live.isBlank);
  } finally {
    attempt.end();
  }
}

/**
 * Whether another upstream may succeed: nothing of this one was shown, and a filtered answer is the model's decision, not
 * the upstream's.
 */
function canFallBack({ reason }: Outcome, live: AnswerSink): boolean {
  if (reason === null || live.firstText || live.signal.aborted) return false;
  return upstreamFailures.includes(reason) || reason === 'first_token_timeout';
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

/** Failures that count against a provider, whoever asks. */
const providerFailures: readonly FailureReason[] = [
  'upstream_refused',
  'upstream_busy',
  'upstream_error',
  'upstream_cut',
  'first_token_timeout',
  'idle_timeout',
];

/** Aborts a run whose first or next token does not arrive in time. */
class Watchdog {
  readonly #live: AnswerSink;
  readonly #limits: Limits;
  #timer: NodeJS.Timeout | undefined;
  #lastOutput: number | undefined;

  constructor(live: AnswerSink, limits: Limits) {
    this.#live = live;
    this.#limits = limits;
  }

  /** Only stores the time: restarting a timer for each token would be slower. */
  noteOutput(): void {
    const isFirst = this.#lastOutput === undefined;
    this.#lastOutput = performance.now();
    if (isFirst) this.#checkAfter(this.#limits.idleMilliseconds);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /**
   * Begins an attempt at an upstream. Each of them has the whole time until its first token, so that a slow one also answers
   * if another one could be asked. Only the silence of the last one ends the run.
   */
  attempt(isLast: boolean): { signal: AbortSignal; end(): void } {
    const live = this.#live;
    if (this.#lastOutput !== undefined) return { signal: live.signal, end: () => undefined };
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const message = 'The model did not begin to answer in time';
      const error = new UpstreamError('first_token_timeout', message);
      if (isLast) live.abort(error);
      else controller.abort(error);
    }, this.#limits.firstTokenMilliseconds);
    const signal = AbortSignal.any([live.signal, controller.signal]);
    return { signal, end: () => clearTimeout(timer) };
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
