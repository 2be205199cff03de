import type { DateFormat } from '#server/services/gpts/dateFormat.ts';

/** How an operator wants the rows of a file to be read. */
export type ReadOptions = {
  /** The format of dates; ISO and spelled dates without one. */
  dates?: DateFormat | undefined;
  /** Whether a bad optional field rejects its row; it is dropped otherwise. */
  isStrict?: boolean;
};
