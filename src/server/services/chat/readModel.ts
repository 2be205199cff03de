import {
  type ModelPart,
  type ModelRequest,
  type ModelRoute,
  UpstreamError,
} from '#server/gateways/models/models.ts';
import type { Outcome } from '#server/services/chat/finishAnswer.ts';
import type { LiveAnswer } from '#server/services/chat/liveAnswer.ts';
import { untilAborted } from '#server/untilAborted.ts';

/** Why a run was ended from outside. */
export class StopRequest extends Error {
  readonly by: 'user' | 'server';

  constructor(by: 'user' | 'server') {
    super(`Stopped by the ${by}`);
    this.name = 'StopRequest';
    this.by = by;
  }
}

export type ModelOutcome = Outcome & { error?: unknown };

type Limits = { firstTokenMilliseconds: number; idleMilliseconds: number };
type Finish = Extract<ModelPart, { type: 'finish' }>;

/**
 * Reads a model's stream into a live answer and says how it ended. Charged is only a seen finish with text, or a stop
 * by the user after text: no callback of an SDK is trusted, and a stream that merely ends was cut. Never throws.
 */
export async function readModel(
  route: ModelRoute,
  request: ModelRequest,
  live: LiveAnswer,
  limits: Limits,
): Promise<ModelOutcome> {
  const watchdog = new Watchdog(live, limits);
  try {
    const finish = await readParts(route, request, live, watchdog);
    return finish ? outcomeOfFinish(finish, live.text) : failed('upstream_cut');
  } catch (error) {
    return outcomeOfError(live.signal.aborted ? live.signal.reason : error, live.text);
  } finally {
    watchdog.end();
  }
}

async function readParts(
  route: ModelRoute,
  request: ModelRequest,
  live: LiveAnswer,
  watchdog: Watchdog,
): Promise<Finish | undefined> {
  const parts = route.stream(request, live.signal)[Symbol.asyncIterator]();
  try {
    while (true) {
      const next = await untilAborted(parts.next(), live.signal);
      if (next.done) return undefined;
      if (next.value.type === 'finish') return next.value;
      if (next.value.text !== '') live.append(next.value.text);
      watchdog.noteOutput();
    }
  } finally {
    // An adapter that is stuck must not hold up the end; its socket is closed by the signal.
    parts.return?.(undefined)?.catch(() => undefined);
  }
}

function outcomeOfFinish(finish: Finish, text: string): ModelOutcome {
  const tokens = { inputTokens: finish.inputTokens, outputTokens: finish.outputTokens };
  if (finish.reason === 'filtered') return { ...failed('filtered'), ...tokens };
  if (text.trim() === '') return { ...failed('empty'), ...tokens };
  if (finish.reason === 'other') return { ...failed('upstream_error'), ...tokens };
  return {
    state: 'finished',
    reason: null,
    charged: true,
    truncated: finish.reason === 'length',
    ...tokens,
  };
}

function outcomeOfError(error: unknown, text: string): ModelOutcome {
  if (error instanceof StopRequest) {
    if (error.by === 'server') return { ...failed('server_stopped'), state: 'interrupted' };
    if (text.trim() === '') return { ...failed('stopped_before_output'), state: 'stopped' };
    return { state: 'stopped', reason: null, charged: true, truncated: false };
  }
  if (error instanceof UpstreamError) return { ...failed(error.reason), error };
  return { ...failed('upstream_error'), error };
}

function failed(reason: NonNullable<Outcome['reason']>): ModelOutcome {
  return { state: 'failed', reason, charged: false, truncated: false };
}

/** Aborts a run whose first token, or whose next one, does not come in time. */
class Watchdog {
  readonly #live: LiveAnswer;
  readonly #limits: Limits;
  readonly #firstToken: NodeJS.Timeout;
  #idle: NodeJS.Timeout | undefined;

  constructor(live: LiveAnswer, limits: Limits) {
    this.#live = live;
    this.#limits = limits;
    this.#firstToken = setTimeout(() => {
      live.abort(
        new UpstreamError('first_token_timeout', 'The model did not begin to answer in time'),
      );
    }, limits.firstTokenMilliseconds);
  }

  noteOutput(): void {
    clearTimeout(this.#firstToken);
    if (this.#idle) {
      this.#idle.refresh();
      return;
    }
    this.#idle = setTimeout(() => {
      this.#live.abort(new UpstreamError('idle_timeout', 'The model fell silent'));
    }, this.#limits.idleMilliseconds);
  }

  end(): void {
    clearTimeout(this.#firstToken);
    clearTimeout(this.#idle);
  }
}
