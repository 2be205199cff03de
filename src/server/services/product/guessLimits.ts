import { sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { limitKey } from '#server/services/login/limits.ts';
import { networkOf } from '#server/services/login/network.ts';

/** How many wrong codes one user, and one network, may send in an hour. */
export type GuessLimits = Readonly<Record<'user' | 'network', { name: string; points: number }>>;

/**
 * Wrong gift codes in an hour, counted from the first one: few of one user; many of one network, whose users may be
 * strangers to each other (a school, a mobile network). 150 an hour find one of a million codes in 10¹¹ years.
 */
export const guessLimits: GuessLimits = {
  user: { name: 'redeem_user', points: 10 },
  network: { name: 'redeem_network', points: 150 },
};

const windowMilliseconds = 3_600_000;

type Counted = { points: number; expire: string };

export type Guesses = {
  /** Milliseconds until this user, or this network, may try again; 0 for now. */
  wait: number;
  /** Counts a wrong code. Returns the same as `wait`, where the network's limit was reached meanwhile. */
  countWrong: () => Promise<number>;
};

/**
 * Reads what was counted. The user's row is locked until the transaction ends, so that of any number of parallel tries
 * exactly ten can be wrong, and right ones never take a place among them.
 */
export async function readGuesses(
  transaction: Executor,
  context: Context,
  userId: string,
  limits: GuessLimits = guessLimits,
): Promise<Guesses> {
  const now = context.now().getTime();
  const user = limitKey(context, { limit: limits.user, by: userId });
  const by = networkOf(context.actor.address);
  const network = limitKey(context, { limit: limits.network, by });
  const countedForUser = await countUp(transaction, user, 0, now);
  const countedForNetwork = await read(transaction, network, now);
  return {
    wait: Math.max(
      waitOf(countedForUser, limits.user.points, now),
      waitOf(countedForNetwork, limits.network.points, now),
    ),
    countWrong: async () => {
      const counted = await countUp(transaction, network, 1, now);
      if (counted && counted.points > limits.network.points) {
        return Number(counted.expire) - now;
      }
      await countUp(transaction, user, 1, now);
      return 0;
    },
  };
}

function waitOf(counted: Counted | undefined, most: number, now: number): number {
  return counted && counted.points >= most ? Number(counted.expire) - now : 0;
}

/** Adds to what was counted under a key, anew when its hour is over, which the first point begins. */
async function countUp(
  transaction: Executor,
  key: string,
  points: number,
  now: number,
): Promise<Counted | undefined> {
  const isOver = sql`(old.expire <= ${now} or old.points = 0)`;
  const { rows } = await transaction.execute<Counted>(sql`
    insert into rate_limit as old (key, points, expire)
    values (${key}, ${points}, ${now + windowMilliseconds})
    on conflict (key) do update set
      points = case when ${isOver} then excluded.points else old.points + excluded.points end,
      expire = case when ${isOver} then excluded.expire else old.expire end
    returning points, expire`);
  return rows[0];
}

async function read(transaction: Executor, key: string, now: number): Promise<Counted | undefined> {
  const { rows } = await transaction.execute<Counted>(
    sql`select points, expire from rate_limit where key = ${key} and expire > ${now}`,
  );
  return rows[0];
}
