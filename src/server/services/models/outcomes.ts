import type { FailureReason } from '#contract/chat/chat.ts';
import { type ModelOutcomes, healthMinutes, recoveredAnswers } from '#domain/models/models.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { readAnswerOutcomes } from '#server/db/queries/answerOutcomes.ts';
import { redactedError } from '#server/errors.ts';

/** Failures that are caused by the upstream. Refusals, stops and ends of our own servers are not. */
const upstreamReasons = [
  'upstream_refused',
  'upstream_unauthorised',
  'upstream_busy',
  'upstream_error',
  'upstream_cut',
  'empty',
  'first_token_timeout',
  'idle_timeout',
  'answer_timeout',
] as const satisfies FailureReason[];

/** Most outcomes of a model that are read: enough for a share and a median. */
const mostAnswers = 500;

const cacheMilliseconds = 5_000;

/** Returns the outcomes of the latest answers of these models; models without any are left out. */
export async function readOutcomes(
  query: Executor,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, ModelOutcomes>> {
  const since = new Date(now.getTime() - healthMinutes * 60_000);
  const limits = { since, failures: upstreamReasons, recent: recoveredAnswers, most: mostAnswers };
  const rows = await readAnswerOutcomes(query, ids, limits);
  return new Map(rows.map(({ id, ...outcomes }) => [id, outcomes]));
}

/**
 * Caches outcomes for some seconds, from the database that all servers share. While it is unavailable, the last known
 * outcomes are used: the list of models must not fail because of its health marks.
 */
export class RecentOutcomes {
  readonly #platform: CorePlatform;
  #known: ReadonlyMap<string, ModelOutcomes> = new Map();
  #freshUntil = 0;
  #reading: Promise<void> | undefined;

  constructor(platform: CorePlatform) {
    this.#platform = platform;
  }

  /** Returns the outcomes of the latest answers of these models, at most five seconds old. */
  async read(ids: readonly string[]): Promise<ReadonlyMap<string, ModelOutcomes>> {
    if (performance.now() >= this.#freshUntil) {
      this.#reading ??= this.#read(ids).finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
    return this.#known;
  }

  async #read(ids: readonly string[]): Promise<void> {
    const { database, log, now } = this.#platform;
    try {
      this.#known = await readOutcomes(database.query, ids, now());
    } catch (error) {
      log.warn({ error: redactedError(error) }, 'the health of the models could not be read');
    }
    this.#freshUntil = performance.now() + cacheMilliseconds;
  }
}
