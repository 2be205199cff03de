import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { CorePlatform } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { type Network, networksOf } from '#server/services/limits/network.ts';
import { keyedHash } from '#server/keyedHash.ts';

/** At most `points` times in `seconds`, counted from the first time. */
export type Limit = { name: string; points: number; seconds: number };

/** A limit and the value that it counts by. Only a keyed hash of the value is stored. */
export type Use = {
  limit: Limit;
  by: string;
  /** Points to take; 1 unless set. */
  points?: number;
};

/**
 * Returns the use of a limit by a network. Wider networks have more points. Counts by the name of the network unless
 * `by` is set.
 */
export function networkUse(limit: Limit, { name, share }: Network, by = name): Use {
  return { limit: { ...limit, points: limit.points * share }, by };
}

/** Returns the uses of a limit by each network of an address, the narrowest first. */
export function networkUses(limit: Limit, address: string): Use[] {
  return networksOf(address).map((network) => networkUse(limit, network));
}

/**
 * Takes the points of all uses, in order. When one limit is used up, the earlier uses get their points back. Throws
 * `too_many_requests` with `retry_seconds`.
 */
export async function takePoints(platform: CorePlatform, uses: readonly Use[]): Promise<void> {
  const retrySeconds = await tryTakePoints(platform, uses);
  if (retrySeconds > 0) throw tooManyRequests(retrySeconds);
}

/**
 * Takes the points of one alternative of each stage, the first that has them. When a stage has none, all taken points
 * are given back. Returns the taken uses. Throws `too_many_requests` with the shortest `retry_seconds` of that stage.
 */
export async function takeInStages(
  platform: CorePlatform,
  stages: readonly (readonly (readonly Use[])[])[],
): Promise<Use[]> {
  const taken: Use[] = [];
  for (const alternatives of stages) {
    const waits: number[] = [];
    for (const uses of alternatives) {
      const retrySeconds = await tryTakePoints(platform, uses);
      waits.push(retrySeconds);
      if (retrySeconds > 0) continue;
      taken.push(...uses);
      break;
    }
    if (waits.at(-1) === 0) continue;
    await givePointsBack(platform, taken);
    throw tooManyRequests(Math.min(...waits));
  }
  return taken;
}

/** Like `takePoints`, but returns the seconds until the next try; 0 when all points were taken. */
export async function tryTakePoints(platform: CorePlatform, uses: readonly Use[]): Promise<number> {
  for (const [index, use] of uses.entries()) {
    const retrySeconds = await consume(
      limiterOf(platform, use.limit),
      keyOf(platform, use),
      use.points,
    );
    if (retrySeconds === 0) continue;
    await givePointsBack(platform, uses.slice(0, index));
    return retrySeconds;
  }
  return 0;
}

/**
 * Whether no point of a limit is left now. Only a hint, because parallel requests can take points; use `takePoints` to
 * enforce a limit.
 */
export async function isUsedUp(platform: CorePlatform, use: Use): Promise<boolean> {
  const counted = await limiterOf(platform, use.limit).get(keyOf(platform, use));
  return counted !== null && counted.consumedPoints >= use.limit.points;
}

/** Undoes `takePoints` when the counted action did not happen. */
export async function givePointsBack(platform: CorePlatform, uses: readonly Use[]): Promise<void> {
  for (const use of uses)
    await limiterOf(platform, use.limit).reward(keyOf(platform, use), use.points);
}

/** Returns the key of a use in the table of limits. */
export function limitKey(
  platform: CorePlatform,
  use: { limit: { name: string }; by: string },
): string {
  return `${use.limit.name}:${keyOf(platform, use)}`;
}

/**
 * Takes points of a key. Returns 0, or the seconds until enough points are free: at most the time of the limit, which a
 * request whose clock was read before that of the first one would exceed.
 */
export async function consume(
  limiter: Pick<RateLimiterPostgres, 'consume' | 'duration'>,
  key: string,
  points?: number,
): Promise<number> {
  try {
    await limiter.consume(key, points);
    return 0;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return Math.min(limiter.duration, Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)));
  }
}

function limiterOf(
  { database }: CorePlatform,
  { name, points, seconds }: Limit,
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: database.pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    // `cleanUpLogins` deletes expired rows: a timer would outlive the pool.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  });
}

function keyOf(
  { config }: CorePlatform,
  { limit, by }: { limit: { name: string }; by: string },
): string {
  return keyedHash(config.secret, 'limit', limit.name, by);
}

/** Returns the error `too_many_requests` with `retry_seconds`. */
export function tooManyRequests(retrySeconds: number, reason = 'Too many requests'): AppError {
  return new AppError('too_many_requests', `${reason}; try again in ${retrySeconds} seconds`, {
    retry_seconds: retrySeconds,
  });
}
