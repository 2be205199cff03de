import type { Limit } from '#server/services/limits/takePoints.ts';

/** Wrong codes are counted in windows that begin with every full hour, the same for everybody. */
export const windowSeconds = 3_600;

/** A window's row must outlive the window, whenever in it the first guess came. */
const kept = 2 * windowSeconds;

/** How many wrong codes are compared at all. The sum is in `docs/decisions/018-guessing-codes.md`. */
export const guessLimits = {
  /** In a window, for one network; an IPv6 /56 twice, a /48 four times as many. */
  network: { name: 'guess_network', points: 10, seconds: kept },
  /** In a window, in all. */
  everybody: { name: 'guess_everybody', points: 300, seconds: kept },
  /** In a day, for one address, by browsers that have signed in to it before. Outside the other two. */
  device: { name: 'guess_device', points: 20, seconds: 24 * 3_600 },
  /** The operator is told once in a window. */
  alarm: { name: 'guess_alarm', points: 1, seconds: kept },
} as const satisfies Record<string, Limit>;
