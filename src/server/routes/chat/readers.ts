import { AppError } from '#server/errors.ts';

/**
 * Most streams that one user may read at a time on one server: more than the tabs with a running answer of any user.
 */
export const readersPerUser = 30;

/** Limits the open streams of each user. */
export class Readers {
  readonly #streams = new Map<string, number>();

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
  enter(userId: string): () => void {
    this.#add(userId, 1);
    return () => this.#add(userId, -1);
  }

  #add(userId: string, change: 1 | -1): void {
    const streams = (this.#streams.get(userId) ?? 0) + change;
    if (streams === 0) this.#streams.delete(userId);
    else this.#streams.set(userId, streams);
  }
}
