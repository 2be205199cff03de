import type { Day } from '#domain/dates.ts';
import type { DateFormat } from '#server/services/gpts/dateFormat.ts';

/** The operator's options for reading the rows of a file. */
export type ReadOptions = {
  /** The format of dates. Default: ISO and spelled dates. */
  dates?: DateFormat | undefined;
  /** Whether a bad optional field rejects its row instead of being dropped. */
  isStrict?: boolean;
  /** The last valid day of a date. Default: any. */
  today?: Day | undefined;
};
