import { and, eq } from 'drizzle-orm';
import type { StoredEvent } from '#contract/chat/chat.ts';
import { Semaphore } from '#domain/concurrency.ts';
import type { ModelPlatform } from '#server/context.ts';
import { answer } from '#server/db/schema/chat.ts';
import {
  type ModelRequest,
  type ModelRoute,
  UpstreamError,
} from '#server/gateways/models/models.ts';
import { AppError, redactedError } from '#server/errors.ts';
import type { Metrics } from '#server/metrics.ts';
import { AnswerCloser, type AnswerOwner } from '#server/services/answers/close/closeAnswer.ts';
import { AnswerQueue, type Slot } from '#server/services/chat/answerQueue.ts';
import { countEnd } from '#server/services/chat/countEnd.ts';
import { writeEvents } from '#server/services/answers/produce/eventWriter.ts';
import { LiveAnswer } from '#server/services/answers/produce/liveAnswer.ts';
import type { AiSearch, SearchQuestion } from '#server/services/answers/produce/aiSearch.ts';
import { QueueNotifier } from '#server/services/answers/follow/queueNotifications.ts';
import { notifyReaders } from '#server/services/answers/follow/notifyReaders.ts';
import { sendAnswerChanges } from '#server/services/chatChanges/sendChange.ts';
import { abandonedCosts, withCost } from '#server/services/answers/produce/answerCost.ts';
import { addSpendings } from '#server/services/costs/addSpending.ts';
import { logAnswer } from '#server/services/chat/logAnswer.ts';
import { type ReadAnswer, endBy, untilGivenUp } from '#server/services/chat/runDeadline.ts';
import { StopRequest, readModel } from '#server/services/answers/produce/readModel.ts';

const writeInterval = 200;

/**
 * Most questions, and most ends, that are stored at the same time: enough to keep the database busy. A thousand at one
 * moment must not take all connections, which heartbeats, events and other requests need too.
 */
const storedAtOnce = 8;

/**
 * How long storing events of running answers may fail. Then the answers end: they would be lost with this server, and
 * their cost upstream would not be charged.
 */
const unstoredMilliseconds = 12_000;

type Job = {
  /** Who asks. */
  userId: string;
  accepted: StoredEvent;
  route: ModelRoute;
  request: ModelRequest;
  /** Only for questions to AI search, which builds its own request. */
  search?: SearchQuestion | undefined;
};

/** The answer to a stored question; without a job if the question was asked before. */
export type StoredAnswer = { answerId: string; job: Job | undefined };

/** Runs the answers that this server owns, from the model's first token to the transaction that closes them. */
export class AnswerRunner {
  /** The id of this server among all that share the database. */
  readonly ownerId: string;
  readonly #platform: ModelPlatform;
  readonly #searcher: AiSearch;
  readonly #metrics: Metrics;
  readonly #answerQueue: AnswerQueue;
  readonly #queueNotifier: QueueNotifier;
  /** Limits the transactions that store questions; callers of `takeSlot` wait here. */
  readonly storing = new Semaphore(storedAtOnce);
  readonly #owner: AnswerOwner;
  readonly #live = new Map<string, LiveAnswer>();
  /** Answers that are being stored: each promise resolves when its answer is started or its slot is released. */
  readonly #unstarted = new Map<string, PromiseWithResolvers<void>>();
  readonly #runs = new Set<Promise<void>>();
  /** Answers that have begun, of which no page has been told yet. */
  readonly #begun: string[] = [];
  /** Answers that have ended since the last notification of other servers. */
  readonly #ended: string[] = [];
  /** The time of the first failed write of events since the last successful one. */
  #failingSince: number | undefined;
  #writeTimer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #accepting = true;
  #interrupting = false;

  constructor(platform: ModelPlatform, searcher: AiSearch, ownerId: string, metrics: Metrics) {
    this.ownerId = ownerId;
    this.#platform = platform;
    this.#searcher = searcher;
    this.#metrics = metrics;
    this.#answerQueue = new AnswerQueue(
      platform.config.maxAnswers,
      platform.config.maxQueuedAnswers,
    );
    const ends = new Semaphore(storedAtOnce);
    this.#owner = { ownerId, ends, isAccepting: () => this.#accepting };
    this.#queueNotifier = new QueueNotifier(platform, () => this.#answerQueue.waiting);
  }

  get accepting(): boolean {
    return this.#accepting;
  }

  find(answerId: string): LiveAnswer | undefined {
    return this.#live.get(answerId);
  }

  /** The answers that run here, and those among them that wait for their turn. */
  get load(): { running: number; waiting: number } {
    return { running: this.#live.size, waiting: this.#answerQueue.waiting.length };
  }

  /** Whether the answer runs here or is being stored. */
  has(answerId: string): boolean {
    return this.#live.has(answerId) || this.#unstarted.has(answerId);
  }

  /** Returns the number of answers before this one in our queue; `undefined` when it does not wait here. */
  ahead(answerId: string): number | undefined {
    return this.#answerQueue.ahead(answerId);
  }

  /** Throws the errors of `takeSlot`, before anything is done for the question. */
  refuseWhenFull(isPro: boolean): void {
    if (!this.#accepting) throw new AppError('unavailable', 'This server is shutting down');
    this.#answerQueue.refuseWhenFull(isPro);
  }

  /**
   * Takes a slot for an answer that will be stored. The caller must then call `start`, and `leaveUnlessStarted` in any
   * case. Throws `unavailable`, or `server_busy` when the queue is full.
   */
  takeSlot(answerId: string, isPro: boolean): Slot {
    this.refuseWhenFull(isPro);
    const slot = this.#answerQueue.take(answerId, isPro);
    this.#unstarted.set(answerId, Promise.withResolvers());
    return slot;
  }

  /** Runs a stored answer when its slot is free. Never throws: an error closes the answer. */
  start(slot: Slot, job: Job): void {
    const { answerId } = slot;
    const live = new LiveAnswer(answerId, job.accepted, this.#platform.now);
    this.#live.set(answerId, live);
    this.#begun.push(answerId);
    if (this.#interrupting) live.abort(new StopRequest('server'));
    const { config } = this.#platform;
    const run = endBy(config.answerSeconds * 1_000, live, () => this.#runInTurn(slot, live, job))
      .catch((error: unknown) => {
        const { log } = this.#platform;
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

  /** Releases a slot whose answer was not stored, or was stored before. Does nothing after the answer was started. */
  leaveUnlessStarted(slot: Slot): void {
    if (this.#endStoring(slot)) this.#answerQueue.leave(slot);
  }

  /** Stops an answer that runs here, on request of its user. */
  stop(answerId: string): void {
    this.#live.get(answerId)?.abort(new StopRequest('user'));
  }

  /** Accepts no more answers, lets running ones end for `seconds`, then interrupts and releases the rest. */
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
    this.#queueNotifier.close();
    clearTimeout(this.#writeTimer);
    await this.#writing;
    await this.#write();
  }

  #endStoring({ answerId }: Slot): boolean {
    this.#unstarted.get(answerId)?.resolve();
    return this.#unstarted.delete(answerId);
  }

  async #runInTurn(slot: Slot, live: LiveAnswer, job: Job): Promise<void> {
    const entering = this.#answerQueue.enter(slot, live.signal);
    if (slot.state === 'waiting') this.#queueNotifier.start();
    const entry = await entering;
    // While it waited, this server may have been declared dead and the answer closed: it would not be charged.
    const mayRun = entry === 'at once' || (entry === 'called' && (await this.#owns(live.id)));
    // If its user stopped it while it waited, that abort came first and counts.
    if (!mayRun) live.abort(new StopRequest('server'));
    await this.#run(live, job);
  }

  /** Whether this server still owns an answer; `true` while the database is unavailable. */
  async #owns(answerId: string): Promise<boolean> {
    try {
      const rows = await this.#platform.database.query
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
    const { log, now } = this.#platform;
    const asked = now();
    const { read, request } = await untilGivenUp(live, job, log, () => this.#read(live, job));
    const { prices } = this.#platform.catalogue;
    const answered = { request, text: live.text, prices, now: now() };
    const outcome = withCost(read, answered);
    await addSpendings(this.#platform, abandonedCosts(read, answered));
    if (outcome.error && !(outcome.error instanceof UpstreamError)) {
      log.error({ answer: live.id, error: redactedError(outcome.error) }, 'a model adapter failed');
    }
    live.complete();
    const closer = new AnswerCloser(this.#platform, this.#owner, live, { outcome, asked });
    if (await closer.close()) {
      this.#ended.push(live.id);
      countEnd(this.#metrics, job.request.model.id, live, { outcome, asked });
    }
    logAnswer(log, { live, job, outcome, asked, ended: now() });
  }

  async #read(live: LiveAnswer, { userId, route, request, search }: Job): Promise<ReadAnswer> {
    const { config, spending, accounts } = this.#platform;
    const options = {
      firstTokenMilliseconds: config.firstTokenSeconds * 1_000,
      idleMilliseconds: config.idleSeconds * 1_000,
      isPaused: (upstream: string) => spending.isPaused(upstream),
      accounts,
      user: userId,
    };
    if (!search) return { read: await readModel(route, request, live, options), request };
    const job = { model: request.model, route, question: search };
    const searched = await this.#searcher.answer(job, live, options);
    return { read: searched.outcome, request: searched.request ?? request };
  }

  #scheduleWrite(): void {
    this.#writeTimer ??= setTimeout(() => {
      this.#writing = this.#write();
    }, writeInterval);
  }

  async #write(): Promise<void> {
    const { database, log } = this.#platform;
    const begun = this.#begun.splice(0);
    const ended = this.#ended.splice(0);
    const started = performance.now();
    try {
      const { stored, notOwned } = await writeEvents(database, this.ownerId, [
        ...this.#live.values(),
      ]);
      for (const live of notOwned) live.abort(new StopRequest('server'));
      this.#failingSince = undefined;
      await notifyReaders(database, [...stored, ...ended]);
    } catch (error) {
      // Readers on other servers, which get no notification, query the database after a while.
      log.warn({ error: redactedError(error) }, 'events could not be stored yet');
      this.#failingSince ??= started;
      this.#interruptUnstored(performance.now() - this.#failingSince);
    }
    await sendAnswerChanges(this.#platform, 'asked', begun);
    await sendAnswerChanges(this.#platform, 'ended', ended);
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
