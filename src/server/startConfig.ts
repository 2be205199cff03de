import { type StartLimit, startingCredits } from '#domain/credits/credits.ts';
import type { EnvironmentReader } from '#server/environment.ts';

/** The credits of new accounts. */
export type StartConfig = {
  startingCredits: number;
  /** Most new accounts that get them in a day (UTC), of one network and of all; 0 for any number. */
  startsPerDay: Readonly<Record<StartLimit, number>>;
};

export function readStarts(read: EnvironmentReader): StartConfig {
  return {
    startingCredits: read.integer('STARTING_CREDITS', startingCredits, 0, 1_000_000),
    startsPerDay: {
      network: read.integer('STARTS_PER_NETWORK', 10, 0, 1_000_000),
      all: read.integer('STARTS_PER_DAY', 500, 0, 1_000_000),
    },
  };
}
