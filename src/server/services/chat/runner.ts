import type { Logger } from 'pino';
import type { StoredEvent } from '#contract/chat.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
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
import { Admission, type Ticket } from '#server/services/chat/admission.ts';
import { writeEvents } from '#server/services/chat/eventWriter.ts';
import { LiveAnswer } from '#server/services/chat/liveAnswer.ts';
import { QueueTeller } from '#server/services/chat/queueNotices.ts';
import { notifyReaders } from '#server/services/chat/notifyReaders.ts';
import type { SpendingGuard } from '#server/services/costs/spendingGuard.ts';
import { withCost } from '#server/services/costs/answerCost.ts';
import type { ModelCatalogue } from '#server/services/models/catalogue.ts';
import { Turns } from '#server/turns.ts';
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
export type Stored = { answerId: string; job: Job | undefined };

type Parts = {
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
  readonly #parts: Parts;
  readonly #admission: Admission;
  readonly #queue: QueueTeller;
  readonly #begins = new Turns(storedAtOnce);
  readonly #closing: ClosingDependencies;
  readonly #live = new Map<string, LiveAnswer>();
  /** Answers that are being stored, and runs. */
  readonly #storing = new Map<string, Promise<Stored>>();
  readonly #runs = new Set<Promise<void>>();
  /** Answers that have ended since readers elsewhere were told the last time. */
  readonly #ended: string[] = [];
  /** When the first write of events failed since the last one that did not. */
  #failingSince: number | undefined;
  #writeTimer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #accepting = true;
  #interrupting = false;

  constructor(ownerId: string, parts: Parts) {
    this.ownerId = ownerId;
    this.#parts = parts;
    this.#admission = new Admission(parts.config.maxAnswers, parts.config.maxQueuedAnswers);
    const ends = new Turns(storedAtOnce);
    this.#closing = { ...parts, ownerId, ends, isAccepting: () => this.#accepting };
    this.#queue = new QueueTeller(parts, () => this.#admission.waiting);
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
    return this.#live.has(answerId) || this.#storing.has(answerId);
  }

  /** Answers that begin before this one, which waits here; `undefined` when it does not wait here. */
  ahead(answerId: string): number | undefined {
    return this.#admission.ahead(answerId);
  }

  /** Throws what `admit` would, before anything is done for the question. */
  refuseWhenFull(isPro: boolean): void {
    if (!this.#accepting) throw new AppError('unavailable', 'This server is shutting down');
    this.#admission.refuseWhenFull(isPro);
  }

  /**
   * Takes a ticket for an answer while `store` writes its row, which this server owns, then runs its job when it is its
   * turn. Nothing runs when `store` throws, which is passed on. Throws `unavailable`, or `server_busy` when the queue is
   * full.
   */
  async admit(answerId: string, isPro: boolean, store: () => Promise<Stored>): Promise<Stored> {
    this.refuseWhenFull(isPro);
    const storing = this.#store(this.#admission.take(answerId, isPro), store);
    this.#storing.set(answerId, storing);
    return storing;
  }

  /** Stops an answer that runs here because its user asked for it. */
  stop(answerId: string): void {
    this.#live.get(answerId)?.abort(new StopRequest('user'));
  }

  /** Takes no more answers, lets the running ones end for `seconds`, then interrupts and releases the rest. */
  async drain(seconds: number): Promise<void> {
    this.#accepting = false;
    this.#admission.close();
    const timer = setTimeout(() => {
      this.#interrupting = true;
      for (const live of this.#live.values()) live.abort(new StopRequest('server'));
    }, seconds * 1_000);
    while (this.#storing.size + this.#runs.size > 0) {
      await Promise.allSettled([...this.#storing.values(), ...this.#runs]);
    }
    clearTimeout(timer);
    this.#queue.close();
    clearTimeout(this.#writeTimer);
    await this.#writing;
    await this.#write();
  }

  async #store(ticket: Ticket, store: () => Promise<Stored>): Promise<Stored> {
    let started = false;
    try {
      const stored = await this.#begins.take(store);
      if (stored.job) this.#start(ticket, stored.job);
      started = stored.job !== undefined;
      return stored;
    } finally {
      this.#storing.delete(ticket.answerId);
      if (!started) this.#admission.leave(ticket);
    }
  }

  /** Never throws: what goes wrong closes the answer. */
  #start(ticket: Ticket, job: Job): void {
    const { answerId } = ticket;
    const live = new LiveAnswer(answerId, job.accepted, this.#parts.now);
    this.#live.set(answerId, live);
    if (this.#interrupting) live.abort(new StopRequest('server'));
    const run = this.#runInTurn(ticket, live, job)
      .catch((error: unknown) => {
        this.#parts.log.error({ answer: answerId, error: redactedError(error) }, 'a run failed');
      })
      .finally(() => {
        this.#live.delete(answerId);
        live.release();
        this.#runs.delete(run);
        this.#admission.leave(ticket);
      });
    this.#runs.add(run);
    this.#scheduleWrite();
  }

  async #runInTurn(ticket: Ticket, live: LiveAnswer, job: Job): Promise<void> {
    const entering = this.#admission.enter(ticket, live.signal);
    if (ticket.state === 'waiting') this.#queue.begin();
    const entry = await entering;
    // Who was called may have been taken for dead meanwhile: nobody would pay for the answer.
    const mayRun = entry === 'at once' || (entry === 'called' && (await this.#owns(live.id)));
    // Of a user who stopped it while it waited, the request came first and counts.
    if (!mayRun) live.abort(new StopRequest('server'));
    await this.#run(live, job);
  }

  /** Whether an answer is still this server's; yes while the database cannot say. */
  async #owns(answerId: string): Promise<boolean> {
    try {
      const { rowCount } = await this.#parts.database.pool.query(
        `select from answer where id = $1 and owner_id = $2 and state = 'running'`,
        [answerId, this.ownerId],
      );
      return rowCount === 1;
    } catch {
      return true;
    }
  }

  async #run(live: LiveAnswer, job: Job): Promise<void> {
    const { log, now } = this.#parts;
    const asked = now();
    const { read, request } = await this.#read(live, job);
    const { prices } = this.#parts.catalogue;
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
    const { config, spending, searcher } = this.#parts;
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
    const { database, log } = this.#parts;
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
