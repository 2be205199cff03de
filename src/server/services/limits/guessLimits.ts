import type { Limit } from '#server/services/limits/takePoints.ts';

/** Wrong codes are counted in windows that begin with every full hour, the same for all users. */
export const windowSeconds = 3_600;

/** A row must outlive its window, regardless of its time of creation. */
const keptSeconds = 2 * windowSeconds;

/** How many wrong codes are compared. `docs/decisions/018-guessing-codes.md` has the calculation. */
export const guessLimits = {
  /** In a window, for one network; twice as many for an IPv6 /56, four times as many for a /48. */
  network: { name: 'guess_network', points: 10, seconds: keptSeconds },
  /** In a window, in all. */
  everybody: { name: 'guess_everybody', points: 300, seconds: keptSeconds },
  /** In a day, for one address, by browsers that have signed in to it before. Not counted in the other two. */
  device: { name: 'guess_device', points: 20, seconds: 24 * 3_600 },
  /** One alarm in a window. */
  alarm: { name: 'guess_alarm', points: 1, seconds: keptSeconds },
} as const satisfies Record<string, Limit>;
