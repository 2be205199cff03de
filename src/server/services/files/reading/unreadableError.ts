import type { Unreadable } from '#server/services/files/reading/reading.ts';

/** Thrown while reading a file that violates a rule. */
export class UnreadableError extends Error {
  readonly why: Unreadable;

  constructor(why: Unreadable) {
    super(`The file breaks a rule: ${why.rule}`);
    this.name = 'UnreadableError';
    this.why = why;
  }
}
