import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { limitKey } from '#server/services/limits/takePoints.ts';
import { type Count, addToCount, readCount } from '#server/db/queries/rateLimits.ts';
import { networkOf } from '#server/services/limits/network.ts';

/** How many wrong codes one user, and one network, may send in an hour. */
type GuessLimits = Readonly<Record<'user' | 'network', { name: string; points: number }>>;

/**
 * Wrong gift codes in an hour that begins with the first one. A network may send many, because its users may not know
 * each other (a school, a mobile network). At 150 an hour, finding one of a million codes takes 10¹¹ years.
 */
export const giftGuesses: GuessLimits = {
  user: { name: 'redeem_user', points: 10 },
  network: { name: 'redeem_network', points: 150 },
};

/** The same for discount codes. They are counted separately, so that one form does not block the other. */
export const discountGuesses: GuessLimits = {
  user: { name: 'discount_user', points: 10 },
  network: { name: 'discount_network', points: 150 },
};

const windowMilliseconds = 3_600_000;

type Guesses = {
  /** Milliseconds until this user, or this network, may try again; 0 for now. */
  wait: number;
  /** Counts a wrong code. Returns the same as `wait` when the network's limit was reached meanwhile. */
  countWrong: () => Promise<number>;
};

/**
 * Reads the counts. The user's row is locked until the transaction ends, so exactly ten parallel tries can be wrong,
 * and correct codes are never counted.
 */
export async function readGuesses(
  transaction: Executor,
  context: Context,
  userId: string,
  limits: GuessLimits,
): Promise<Guesses> {
  const now = context.now().getTime();
  const user = limitKey(context, { limit: limits.user, by: userId });
  const by = networkOf(context.actor.address);
  const network = limitKey(context, { limit: limits.network, by });
  const countedForUser = await countUp(transaction, user, 0, now);
  const countedForNetwork = await readCount(transaction, network, now);
  return {
    wait: Math.max(
      waitOf(countedForUser, limits.user.points, now),
      waitOf(countedForNetwork, limits.network.points, now),
    ),
    countWrong: async () => {
      const counted = await countUp(transaction, network, 1, now);
      if (counted.points > limits.network.points) return timeLeft(counted, now);
      await countUp(transaction, user, 1, now);
      return 0;
    },
  };
}

function waitOf(counted: Count | undefined, most: number, now: number): number {
  return counted && counted.points >= most ? timeLeft(counted, now) : 0;
}

/** At most the whole window, which a request whose clock was read before that of the first one would exceed. */
function timeLeft({ expire }: Count, now: number): number {
  return Math.min(expire - now, windowMilliseconds);
}

/** Adds points to a key. Its hour begins with the first point. */
function countUp(transaction: Executor, key: string, points: number, now: number): Promise<Count> {
  const addition = { key, points, milliseconds: windowMilliseconds, now };
  return addToCount(transaction, addition, { emptyIsOver: true });
}
