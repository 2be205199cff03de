import type { Logger } from 'pino';
import type { Semaphore } from '#domain/concurrency.ts';
import { type Database, UnacknowledgedCommit } from '#server/db/connect.ts';
import { isDatabaseGone, isStorageFull, redactedError } from '#server/errors.ts';
import {
  type Ending,
  finishAnswer,
  interruption,
  toEndEvent,
} from '#server/services/chat/finishAnswer.ts';
import type { LiveAnswer } from '#server/services/chat/liveAnswer.ts';
import { findWords } from '#server/services/conversations/search/lexemes.ts';
import type { ModelOutcome } from '#server/services/chat/readModel.ts';

/** How often an end is sent to a database that can be reached and refuses it. */
const closingTries = 5;

/** Milliseconds for which readers wait for a charged end that the database does not store. */
const patienceMilliseconds = 15_000;

const longestPause = 2_000;

export type Dependencies = {
  database: Database;
  log: Logger;
  now: () => Date;
  ownerId: string;
  /** Ends that are stored at once. */
  ends: Semaphore;
  isAccepting: () => boolean;
};

/** The part of an ending that does not depend on the owner of the answer. */
type LastWords = Omit<Ending, 'answerId' | 'ownerId' | 'now' | 'beforeCommit'>;

/**
 * Closes one answer: stores its end and sends it to its readers. While the database is away or full it tries again until
 * the answer is closed, here or by another server. Readers do not wait for that: they get an end that costs nothing at
 * once. A charged end becomes an interruption after 15 seconds. The interruption costs nothing, and it is stored as soon
 * as the database is back.
 */
export class AnswerCloser {
  readonly #dependencies: Dependencies;
  readonly #live: LiveAnswer;
  readonly #outcome: ModelOutcome;
  readonly #asked: Date;
  #found: readonly string[] | undefined;
  #refusals = 0;
  #patience: NodeJS.Timeout | undefined;
  #isOverdue = false;
  /** A commit is running, or its result is unknown: until the result is known, readers get no end. */
  #isCommitting = false;
  #isUnknown = false;
  /** The end that readers got before it was stored. */
  #announced: LastWords | undefined;

  constructor(dependencies: Dependencies, live: LiveAnswer, outcome: ModelOutcome, asked: Date) {
    this.#dependencies = dependencies;
    this.#live = live;
    this.#outcome = outcome;
    this.#asked = asked;
  }

  /** Returns whether this call stored the end. */
  async close(): Promise<boolean> {
    const { log, ends, isAccepting } = this.#dependencies;
    try {
      for (let delay = 100; ; delay = Math.min(delay * 2, longestPause)) {
        try {
          return await ends.run(() => this.#store());
        } catch (error) {
          log.warn(
            { answer: this.#live.id, error: redactedError(error) },
            'an end could not be stored',
          );
          this.#noteFailure(error);
          if (!isAccepting()) {
            this.#live.abandon();
            return false;
          }
          await new Promise((resolve) => setTimeout(resolve, delay));
        }
      }
    } finally {
      clearTimeout(this.#patience);
    }
  }

  async #store(): Promise<boolean> {
    const { database, ownerId, now } = this.#dependencies;
    // Before the transaction: of a long text it takes longer than all its statements.
    this.#found ??= await findWords(this.#live.text);
    this.#patience ??= setTimeout(() => this.#giveUp(), patienceMilliseconds);
    const words = this.#lastWords();
    const end = await finishAnswer(database, {
      ...words,
      answerId: this.#live.id,
      ownerId,
      now: now(),
      beforeCommit: () => this.#beforeCommit(words),
    });
    if (this.#announced === undefined) {
      if (end && words.outcome === this.#outcome) this.#live.end(end);
      else this.#live.abandon();
    }
    return end !== undefined;
  }

  #lastWords(): LastWords {
    if (this.#refusals < closingTries) return this.#announced ?? this.#whole();
    // An end that the database refuses again and again must not hold credits for ever.
    return { ...interruption, ...(this.#announced && { outcome: this.#announced.outcome }) };
  }

  #whole(): LastWords {
    const { text, firstText } = this.#live;
    const events = this.#live.unstored();
    const found = this.#found;
    return { outcome: this.#outcome, events, text, found, firstText, asked: this.#asked };
  }

  /** The answer is claimed: no commit before has closed it. */
  #beforeCommit(words: LastWords): void {
    this.#isUnknown = false;
    if (this.#announced && this.#announced.outcome !== words.outcome) {
      throw new Error('Readers were told something else meanwhile');
    }
    this.#isCommitting = true;
  }

  #noteFailure(error: unknown): void {
    this.#isCommitting = false;
    if (error instanceof UnacknowledgedCommit) this.#isUnknown = true;
    else if (!isDatabaseGone(error) && !isStorageFull(error)) this.#refusals += 1;
    if (this.#isOverdue || !this.#outcome.charged) this.#announce();
  }

  #giveUp(): void {
    this.#isOverdue = true;
    this.#announce();
  }

  #announce(): void {
    if (this.#announced || this.#isCommitting || this.#isUnknown) return;
    const { charged, inputTokens, outputTokens, usageEstimated, ...prices } = this.#outcome;
    const { cost, extraCost, upstream } = prices;
    // Nobody pays for it, and its provider takes its price all the same.
    const usage = { inputTokens, outputTokens, usageEstimated, cost, extraCost, upstream };
    const outcome = charged ? { ...interruption.outcome, ...usage } : this.#outcome;
    this.#announced = { ...this.#whole(), outcome };
    this.#live.end(toEndEvent(outcome, 0));
  }
}
