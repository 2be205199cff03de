import { AppError } from '#server/errors.ts';

/** Streams that one user may read at once on one server: more than anybody has tabs with a running answer. */
export const readersPerUser = 30;

/** Counts who reads how many streams here, so that nobody can keep any number of them. */
export class Readers {
  readonly #streams = new Map<string, number>();

  /** Throws `too_many_requests` when the user reads as many streams as can be. */
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

  /** Counts one more. Returns a function that counts it off again. */
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
