import type { Logger } from 'pino';
import type { AnswerEvent } from '#contract/chat.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import {
  type ModelRequest,
  type ModelRoute,
  UpstreamError,
} from '#server/gateways/models/models.ts';
import { redactedError } from '#server/errors.ts';
import { writeEvents } from '#server/services/chat/eventWriter.ts';
import { finishAnswer } from '#server/services/chat/finishAnswer.ts';
import { LiveAnswer } from '#server/services/chat/liveAnswer.ts';
import { type ModelOutcome, StopRequest, readModel } from '#server/services/chat/readModel.ts';

/** Milliseconds between two writes of new events. */
const writeInterval = 200;

type Job = {
  answerId: string;
  accepted: AnswerEvent;
  route: ModelRoute;
  request: ModelRequest;
};

type Parts = { config: Config; database: Database; log: Logger; now: () => Date };

/** Runs the answers that this server owns, from the model's first token to the transaction that closes them. */
export class AnswerRunner {
  /** This server among all that share the database. */
  readonly ownerId: string;
  readonly #parts: Parts;
  readonly #live = new Map<string, LiveAnswer>();
  readonly #runs = new Set<Promise<void>>();
  #writeTimer: NodeJS.Timeout | undefined;
  #accepting = true;

  constructor(ownerId: string, parts: Parts) {
    this.ownerId = ownerId;
    this.#parts = parts;
  }

  /** Whether one more answer can run here. */
  get hasRoom(): boolean {
    return this.#accepting && this.#live.size < this.#parts.config.maxAnswers;
  }

  get accepting(): boolean {
    return this.#accepting;
  }

  /** The answer that runs here under this id, if one does. */
  find(answerId: string): LiveAnswer | undefined {
    return this.#live.get(answerId);
  }

  /** Starts to run an answer whose row this server owns. Never throws: what goes wrong closes the answer. */
  start(job: Job): LiveAnswer {
    const live = new LiveAnswer(job.answerId, job.accepted);
    this.#live.set(live.id, live);
    const run = this.#run(live, job).finally(() => {
      this.#live.delete(live.id);
      this.#runs.delete(run);
    });
    this.#runs.add(run);
    this.#scheduleWrite();
    return live;
  }

  /** Stops an answer that runs here because its user asked for it. */
  stop(answerId: string): void {
    this.#live.get(answerId)?.abort(new StopRequest('user'));
  }

  /** Takes no more answers, lets the running ones end for `seconds`, then interrupts and releases the rest. */
  async drain(seconds: number): Promise<void> {
    this.#accepting = false;
    const timer = setTimeout(() => {
      for (const live of this.#live.values()) live.abort(new StopRequest('server'));
    }, seconds * 1_000);
    await Promise.allSettled(this.#runs);
    clearTimeout(timer);
    clearTimeout(this.#writeTimer);
  }

  async #run(live: LiveAnswer, job: Job): Promise<void> {
    const { config, log } = this.#parts;
    const outcome = await readModel(job.route, job.request, live, {
      firstTokenMilliseconds: config.firstTokenSeconds * 1_000,
      idleMilliseconds: config.idleSeconds * 1_000,
    });
    if (outcome.error && !(outcome.error instanceof UpstreamError)) {
      log.error({ answer: live.id, error: redactedError(outcome.error) }, 'a model adapter failed');
    }
    live.flushText();
    await this.#close(live, outcome);
    log.info(
      {
        answer: live.id,
        upstream: job.route.upstream,
        state: outcome.state,
        reason: outcome.reason,
      },
      'answer ended',
    );
  }

  /** Commits the end; while the database is away it tries again until the answer is closed by somebody. */
  async #close(live: LiveAnswer, outcome: ModelOutcome): Promise<void> {
    for (let delay = 100; ; delay = Math.min(delay * 2, 2_000)) {
      try {
        const end = await finishAnswer(this.#parts.database, {
          answerId: live.id,
          ownerId: this.ownerId,
          outcome,
          events: live.unstored(),
          text: live.text,
          now: this.#parts.now(),
        });
        if (end) live.end(end);
        else live.abandon();
        return;
      } catch (error) {
        this.#parts.log.warn(
          { answer: live.id, error: redactedError(error) },
          'an end could not be stored',
        );
        if (!this.#accepting) return live.abandon();
        await new Promise((resolve) => setTimeout(resolve, delay));
      }
    }
  }

  #scheduleWrite(): void {
    this.#writeTimer ??= setTimeout(() => void this.#write(), writeInterval);
  }

  async #write(): Promise<void> {
    try {
      const lost = await writeEvents(this.#parts.database, this.ownerId, [...this.#live.values()]);
      for (const live of lost) live.abort(new StopRequest('server'));
    } catch (error) {
      this.#parts.log.warn({ error: redactedError(error) }, 'events could not be stored yet');
    }
    this.#writeTimer = undefined;
    if (this.#live.size > 0) this.#scheduleWrite();
  }
}
