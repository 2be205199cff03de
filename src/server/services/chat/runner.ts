import { and, eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { StoredEvent } from '#contract/chat.ts';
import { Semaphore } from '#domain/concurrency.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { answer } from '#server/db/schema/chat.ts';
import {
  type ModelRequest,
  type ModelRoute,
  UpstreamError,
} from '#server/gateways/models/models.ts';
import { AppError, redactedError } from '#server/errors.ts';
import {
  AnswerCloser,
  type Dependencies as ClosingDependencies,
} from '#server/services/chat/closeAnswer.ts';
import { AnswerQueue, type Slot } from '#server/services/chat/answerQueue.ts';
import { writeEvents } from '#server/services/chat/eventWriter.ts';
import { LiveAnswer } from '#server/services/chat/liveAnswer.ts';
import { QueueTeller } from '#server/services/chat/queueNotices.ts';
import { notifyReaders } from '#server/services/chat/notifyReaders.ts';
import type { SpendingGuard } from '#server/services/costs/spendingGuard.ts';
import { withCost } from '#server/services/costs/answerCost.ts';
import type { ModelCatalogue } from '#server/services/models/catalogue.ts';
import { type ModelOutcome, StopRequest, readModel } from '#server/services/chat/readModel.ts';
import type { SearchQuestion, Searcher } from '#server/services/search/searcher.ts';

/** Milliseconds between two writes of new events. */
const writeInterval = 200;

/**
 * Questions that are stored at once, and ends: as many as keep the database at work. A thousand that come in one moment
 * must not take every connection, and heartbeats, events and everybody else wait behind them.
 */
const storedAtOnce = 8;

/**
 * Milliseconds for which events of running answers may fail to be stored. Then the answers end: they would be lost with
 * this server, and nobody would pay for what they cost upstream.
 */
const unstoredMilliseconds = 12_000;

type Job = {
  accepted: StoredEvent;
  route: ModelRoute;
  request: ModelRequest;
  /** Of a question to AI search, which writes the request itself. */
  search?: SearchQuestion | undefined;
};

/** The answer to a question that was stored; without a job where it was asked before. */
export type StoredAnswer = { answerId: string; job: Job | undefined };

type Dependencies = {
  config: Config;
  database: Database;
  log: Logger;
  now: () => Date;
  catalogue: Pick<ModelCatalogue, 'prices'>;
  spending: Pick<SpendingGuard, 'rests'>;
  searcher: Searcher;
};

/** Runs the answers that this server owns, from the model's first token to the transaction that closes them. */
export class AnswerRunner {
  /** This server among all that share the database. */
  readonly ownerId: string;
  readonly #dependencies: Dependencies;
  readonly #answerQueue: AnswerQueue;
  readonly #queueTeller: QueueTeller;
  /** Transactions that store questions; callers of `takeSlot` wait here for theirs. */
  readonly storing = new Semaphore(storedAtOnce);
  readonly #closing: ClosingDependencies;
  readonly #live = new Map<string, LiveAnswer>();
  /** Slots of answers that are being stored, by answer: each ends when it is started or left. */
  readonly #unstarted = new Map<string, PromiseWithResolvers<void>>();
  readonly #runs = new Set<Promise<void>>();
  /** Answers that have ended since readers elsewhere were told the last time. */
  readonly #ended: string[] = [];
  /** When the first write of events failed since the last one that did not. */
  #failingSince: number | undefined;
  #writeTimer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #accepting = true;
  #interrupting = false;

  constructor(ownerId: string, dependencies: Dependencies) {
    this.ownerId = ownerId;
    this.#dependencies = dependencies;
    this.#answerQueue = new AnswerQueue(
      dependencies.config.maxAnswers,
      dependencies.config.maxQueuedAnswers,
    );
    const ends = new Semaphore(storedAtOnce);
    this.#closing = { ...dependencies, ownerId, ends, isAccepting: () => this.#accepting };
    this.#queueTeller = new QueueTeller(dependencies, () => this.#answerQueue.waiting);
  }

  get accepting(): boolean {
    return this.#accepting;
  }

  /** The answer that runs here under this id, if one does. */
  find(answerId: string): LiveAnswer | undefined {
    return this.#live.get(answerId);
  }

  /** Whether the answer runs here or is about to. */
  knows(answerId: string): boolean {
    return this.#live.has(answerId) || this.#unstarted.has(answerId);
  }

  /** Answers that begin before this one, which waits here; `undefined` when it does not wait here. */
  ahead(answerId: string): number | undefined {
    return this.#answerQueue.ahead(answerId);
  }

  /** Throws what `takeSlot` would, before anything is done for the question. */
  refuseWhenFull(isPro: boolean): void {
    if (!this.#accepting) throw new AppError('unavailable', 'This server is shutting down');
    this.#answerQueue.refuseWhenFull(isPro);
  }

  /**
   * Takes a slot for an answer that is about to be stored. The caller then calls `start`, and `leaveUnlessStarted` in any
   * case. Throws `unavailable`, or `server_busy` when the queue is full.
   */
  takeSlot(answerId: string, isPro: boolean): Slot {
    this.refuseWhenFull(isPro);
    const slot = this.#answerQueue.take(answerId, isPro);
    this.#unstarted.set(answerId, Promise.withResolvers());
    return slot;
  }

  /** Runs a stored answer when its slot's turn comes. Never throws: a failure closes the answer. */
  start(slot: Slot, job: Job): void {
    const { answerId } = slot;
    const live = new LiveAnswer(answerId, job.accepted, this.#dependencies.now);
    this.#live.set(answerId, live);
    if (this.#interrupting) live.abort(new StopRequest('server'));
    const run = this.#runInTurn(slot, live, job)
      .catch((error: unknown) => {
        const { log } = this.#dependencies;
        log.error({ answer: answerId, error: redactedError(error) }, 'a run failed');
      })
      .finally(() => {
        this.#live.delete(answerId);
        live.release();
        this.#runs.delete(run);
        this.#answerQueue.leave(slot);
      });
    this.#runs.add(run);
    this.#endStoring(slot);
    this.#scheduleWrite();
  }

  /** Gives back a slot whose answer was not stored, or was stored before. Does nothing once the answer was started. */
  leaveUnlessStarted(slot: Slot): void {
    if (this.#endStoring(slot)) this.#answerQueue.leave(slot);
  }

  /** Stops an answer that runs here because its user asked for it. */
  stop(answerId: string): void {
    this.#live.get(answerId)?.abort(new StopRequest('user'));
  }

  /** Takes no more answers, lets the running ones end for `seconds`, then interrupts and releases the rest. */
  async drain(seconds: number): Promise<void> {
    this.#accepting = false;
    this.#answerQueue.close();
    const timer = setTimeout(() => {
      this.#interrupting = true;
      for (const live of this.#live.values()) live.abort(new StopRequest('server'));
    }, seconds * 1_000);
    while (this.#unstarted.size + this.#runs.size > 0) {
      const stored = [...this.#unstarted.values()].map(({ promise }) => promise);
      await Promise.allSettled([...stored, ...this.#runs]);
    }
    clearTimeout(timer);
    this.#queueTeller.close();
    clearTimeout(this.#writeTimer);
    await this.#writing;
    await this.#write();
  }

  /** Returns whether the answer was still being stored. */
  #endStoring({ answerId }: Slot): boolean {
    this.#unstarted.get(answerId)?.resolve();
    return this.#unstarted.delete(answerId);
  }

  async #runInTurn(slot: Slot, live: LiveAnswer, job: Job): Promise<void> {
    const entering = this.#answerQueue.enter(slot, live.signal);
    if (slot.state === 'waiting') this.#queueTeller.begin();
    const entry = await entering;
    // While it waited, this server may have been taken for dead: nobody would pay for the answer.
    const mayRun = entry === 'at once' || (entry === 'called' && (await this.#owns(live.id)));
    // Of a user who stopped it while it waited, the request came first and counts.
    if (!mayRun) live.abort(new StopRequest('server'));
    await this.#run(live, job);
  }

  /** Whether an answer is still this server's; yes while the database cannot say. */
  async #owns(answerId: string): Promise<boolean> {
    try {
      const rows = await this.#dependencies.database.query
        .select({ id: answer.id })
        .from(answer)
        .where(
          and(
            eq(answer.id, answerId),
            eq(answer.ownerId, this.ownerId),
            eq(answer.state, 'running'),
          ),
        );
      return rows.length === 1;
    } catch {
      return true;
    }
  }

  async #run(live: LiveAnswer, job: Job): Promise<void> {
    const { log, now } = this.#dependencies;
    const asked = now();
    const { read, request } = await this.#read(live, job);
    const { prices } = this.#dependencies.catalogue;
    const outcome = withCost(read, { request, text: live.text, prices, now: now() });
    if (outcome.error && !(outcome.error instanceof UpstreamError)) {
      log.error({ answer: live.id, error: redactedError(outcome.error) }, 'a model adapter failed');
    }
    live.flushText();
    const closer = new AnswerCloser(this.#closing, live, outcome, asked);
    if (await closer.close()) this.#ended.push(live.id);
    log.info(
      {
        answer: live.id,
        upstream: outcome.upstream,
        state: outcome.state,
        reason: outcome.reason,
      },
      'answer ended',
    );
  }

  async #read(
    live: LiveAnswer,
    { route, request, search }: Job,
  ): Promise<{ read: ModelOutcome; request: ModelRequest }> {
    const { config, spending, searcher } = this.#dependencies;
    const options = {
      firstTokenMilliseconds: config.firstTokenSeconds * 1_000,
      idleMilliseconds: config.idleSeconds * 1_000,
      rests: (upstream: string) => spending.rests(upstream),
    };
    if (!search) return { read: await readModel(route, request, live, options), request };
    const job = { model: request.model, route, question: search };
    const searched = await searcher.answer(job, live, options);
    return { read: searched.outcome, request: searched.request ?? request };
  }

  #scheduleWrite(): void {
    this.#writeTimer ??= setTimeout(() => {
      this.#writing = this.#write();
    }, writeInterval);
  }

  async #write(): Promise<void> {
    const { database, log } = this.#dependencies;
    const ended = this.#ended.splice(0);
    const begun = performance.now();
    try {
      const { stored, lost } = await writeEvents(database, this.ownerId, [...this.#live.values()]);
      for (const live of lost) live.abort(new StopRequest('server'));
      this.#failingSince = undefined;
      await notifyReaders(database, [...stored, ...ended]);
    } catch (error) {
      // Readers elsewhere, who were not told, look by themselves after a while.
      log.warn({ error: redactedError(error) }, 'events could not be stored yet');
      this.#failingSince ??= begun;
      this.#interruptUnstored(performance.now() - this.#failingSince);
    }
    this.#writeTimer = undefined;
    const isOver = !this.#accepting && this.#runs.size === 0;
    if (!isOver && this.#live.size + this.#ended.length > 0) this.#scheduleWrite();
  }

  #interruptUnstored(failedMilliseconds: number): void {
    if (failedMilliseconds < unstoredMilliseconds) return;
    for (const live of this.#live.values()) {
      if (live.unstored().length > 0) live.abort(new StopRequest('server'));
    }
  }
}
