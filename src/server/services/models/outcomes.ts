import type { Logger } from 'pino';
import type { FailureReason } from '#contract/chat.ts';
import { type ModelOutcomes, healthMinutes, recoveredAnswers } from '#domain/models.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import { readAnswerOutcomes } from '#server/db/queries/answerOutcomes.ts';
import { redactedError } from '#server/errors.ts';

/** Failures that say something about the upstream. Refusals, stops and ends of our own servers do not. */
const upstreamReasons = [
  'upstream_refused',
  'upstream_unauthorised',
  'upstream_busy',
  'upstream_error',
  'upstream_cut',
  'empty',
  'first_token_timeout',
  'idle_timeout',
] as const satisfies FailureReason[];

/** Newest outcomes of a model that are looked at: enough for a share and a median, however busy a site is. */
const mostAnswers = 500;

const keptMilliseconds = 5_000;

/** The outcomes of the latest answers of these models; models without any are left out. */
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
 * The same for all who ask a server within a few seconds, from the one database that all servers share. While it is
 * away, what was known last holds: a list of models must not fail for its colours.
 */
export class RecentOutcomes {
  readonly #parts: { database: Database; log: Pick<Logger, 'warn'>; now: () => Date };
  #known: ReadonlyMap<string, ModelOutcomes> = new Map();
  #freshUntil = 0;
  #reading: Promise<void> | undefined;

  constructor(parts: { database: Database; log: Pick<Logger, 'warn'>; now: () => Date }) {
    this.#parts = parts;
  }

  /** The outcomes of the latest answers of these models, at most five seconds old. */
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
    const { database, log, now } = this.#parts;
    try {
      this.#known = await readOutcomes(database.query, ids, now());
    } catch (error) {
      log.warn({ error: redactedError(error) }, 'the health of the models could not be read');
    }
    this.#freshUntil = performance.now() + keptMilliseconds;
  }
}
