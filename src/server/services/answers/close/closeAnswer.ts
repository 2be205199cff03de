import type { Semaphore } from '#domain/concurrency.ts';
import type { CorePlatform } from '#server/context.ts';
import { UnacknowledgedCommit } from '#server/db/connect.ts';
import { isDatabaseGone, isStorageFull, redactedError } from '#server/errors.ts';
import {
  type Ending,
  finishAnswer,
  interruption,
  toEndEvent,
} from '#server/services/answers/close/finishAnswer.ts';
import type { LiveAnswer } from '#server/services/answers/produce/liveAnswer.ts';
import { findWords } from '#server/services/conversations/search/lexemes.ts';
import type { ModelOutcome } from '#server/services/answers/produce/readModel.ts';

/** How often storing an end is retried when the database is reachable and refuses it. */
const closingTries = 5;

/** How long readers wait for a charged end that cannot be stored. */
const chargedEndMilliseconds = 15_000;

const maxDelayMilliseconds = 2_000;

/** The server that owns the answers. */
export type AnswerOwner = {
  ownerId: string;
  /** Limits the ends that are stored at the same time. */
  ends: Semaphore;
  isAccepting: () => boolean;
};

/** The part of an ending that does not depend on the owner of the answer. */
type EndingContent = Omit<Ending, 'answerId' | 'ownerId' | 'now' | 'beforeCommit'>;

/**
 * Closes one answer: stores its end and sends it to its readers. While the database is unavailable or full it retries
 * until the answer is closed, here or by another server. Readers do not wait for that: they immediately get an end that
 * is free. A charged end becomes an interruption after 15 seconds, which is free and is stored as soon as the database
 * is available.
 */
export class AnswerCloser {
  readonly #platform: CorePlatform;
  readonly #owner: AnswerOwner;
  readonly #live: LiveAnswer;
  readonly #outcome: ModelOutcome;
  readonly #asked: Date;
  #searchWords: readonly string[] | undefined;
  #refusals = 0;
  #deadlineTimer: NodeJS.Timeout | undefined;
  #isOverdue = false;
  /** Whether a commit is running, or its result is unknown: readers get no end until it is known. */
  #isCommitting = false;
  #isUnknown = false;
  /** The end that readers got before it was stored. */
  #sentEnd: EndingContent | undefined;

  constructor(
    platform: CorePlatform,
    owner: AnswerOwner,
    live: LiveAnswer,
    { outcome, asked }: { outcome: ModelOutcome; asked: Date },
  ) {
    this.#platform = platform;
    this.#owner = owner;
    this.#live = live;
    this.#outcome = outcome;
    this.#asked = asked;
  }

  /** Returns whether this call stored the end. */
  async close(): Promise<boolean> {
    const { ends, isAccepting } = this.#owner;
    try {
      for (let delay = 100; ; delay = Math.min(delay * 2, maxDelayMilliseconds)) {
        try {
          return await ends.run(() => this.#store());
        } catch (error) {
          this.#platform.log.warn(
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
      clearTimeout(this.#deadlineTimer);
    }
  }

  async #store(): Promise<boolean> {
    const { database, now } = this.#platform;
    // Before the transaction, because for a long text it takes longer than all statements.
    this.#searchWords ??= await findWords(this.#live.text);
    this.#deadlineTimer ??= setTimeout(() => this.#endOverdue(), chargedEndMilliseconds);
    const content = this.#endingContent();
    const end = await finishAnswer(database, {
      ...content,
      answerId: this.#live.id,
      ownerId: this.#owner.ownerId,
      now: now(),
      beforeCommit: () => this.#beforeCommit(content),
    });
    if (this.#sentEnd === undefined) {
      if (end && content.outcome === this.#outcome) this.#live.end(end);
      else this.#live.abandon();
    }
    return end !== undefined;
  }

  #endingContent(): EndingContent {
    if (this.#refusals < closingTries) return this.#sentEnd ?? this.#whole();
    // An end that the database refuses repeatedly must not hold credits forever.
    return { ...interruption, ...(this.#sentEnd && { outcome: this.#sentEnd.outcome }) };
  }

  #whole(): EndingContent {
    const { text, thoughts, firstText } = this.#live;
    const events = this.#live.unstored();
    const found = this.#searchWords;
    const content = { events, text, thoughts, found, firstText };
    return { outcome: this.#outcome, ...content, asked: this.#asked };
  }

  /** Called when the answer is claimed, so no earlier commit has closed it. */
  #beforeCommit(content: EndingContent): void {
    this.#isUnknown = false;
    if (this.#sentEnd && this.#sentEnd.outcome !== content.outcome) {
      throw new Error('Readers have received another end meanwhile');
    }
    this.#isCommitting = true;
  }

  #noteFailure(error: unknown): void {
    this.#isCommitting = false;
    if (error instanceof UnacknowledgedCommit) this.#isUnknown = true;
    else if (!isDatabaseGone(error) && !isStorageFull(error)) this.#refusals += 1;
    if (this.#isOverdue || !this.#outcome.charged) this.#sendEnd();
  }

  #endOverdue(): void {
    this.#isOverdue = true;
    this.#sendEnd();
  }

  #sendEnd(): void {
    if (this.#sentEnd || this.#isCommitting || this.#isUnknown) return;
    const { charged, inputTokens, outputTokens, usageEstimated, ...prices } = this.#outcome;
    const { cost, extraCost, upstream } = prices;
    // The user does not pay for it, but its provider charges its price.
    const usage = { inputTokens, outputTokens, usageEstimated, cost, extraCost, upstream };
    const outcome = charged ? { ...interruption.outcome, ...usage } : this.#outcome;
    this.#sentEnd = { ...this.#whole(), outcome };
    this.#live.end(toEndEvent(outcome, 0));
  }
}
