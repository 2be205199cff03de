import { type Context, signedInUser } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import type { StreamKind } from '#server/metrics.ts';

/**
 * Most streams that one user may read at a time on one server: more than the tabs with a running answer of any user.
 */
export const readersPerUser = 30;

/** Counts the open streams of one kind, and limits those of each user. */
export class Readers {
  readonly #kind: StreamKind;
  readonly #streams = new Map<string, number>();

  constructor(kind: StreamKind) {
    this.#kind = kind;
  }

  /** Throws `too_many_requests` if the user has as many streams as allowed. */
  check(userId: string): void {
    if ((this.#streams.get(userId) ?? 0) < readersPerUser) return;
    throw new AppError(
      'too_many_requests',
      `At most ${readersPerUser} streams can be read at once`,
      {
        limit: readersPerUser,
      },
    );
  }

  /** Counts a stream. Returns a function to call at its end. */
  enter(context: Context): () => void {
    const userId = signedInUser(context);
    this.#add(userId, 1);
    const close = context.metrics.openStream(this.#kind);
    return () => {
      this.#add(userId, -1);
      close();
    };
  }

  #add(userId: string, change: 1 | -1): void {
    const streams = (this.#streams.get(userId) ?? 0) + change;
    if (streams === 0) this.#streams.delete(userId);
    else this.#streams.set(userId, streams);
  }
}
