import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { resendSeconds } from '#domain/login.ts';
import type { Platform } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { keyedHash } from '#server/services/login/tokens.ts';

/** At most `points` times in `seconds`, counted from the first time. */
type Limit = { name: string; points: number; seconds: number };

const hour = 3_600;

export const loginLimits = {
  /** Between two codes for the same browser. */
  browser: { name: 'code_browser', points: 1, seconds: resendSeconds },
  /** For one e-mail address, asked from one network address. */
  asker: { name: 'code_asker', points: 5, seconds: hour },
  /** For one e-mail address, whoever asks. */
  email: { name: 'code_email', points: 10, seconds: 24 * hour },
  network: { name: 'code_network', points: 30, seconds: hour },
  /** For everybody: what the sender's good name can bear when many networks ask at once. */
  everybody: { name: 'code_everybody', points: 3_000, seconds: hour },
} as const satisfies Record<string, Limit>;

/** A limit and what it counts by. The value is stored as a keyed hash only. */
export type Use = {
  limit: Limit;
  by: string;
  /** How much of it this takes; one point unless said. */
  points?: number;
};

type Means = Pick<Platform, 'config' | 'database'>;

/**
 * Takes its points of every limit, in order; when one is used up, those before it get theirs back.
 * Throws `too_many_requests` with `retry_seconds`.
 */
export async function takePoints(means: Means, uses: readonly Use[]): Promise<void> {
  for (const [index, use] of uses.entries()) {
    const retrySeconds = await takePoint(means, use);
    if (retrySeconds === 0) continue;
    await givePointsBack(means, uses.slice(0, index));
    throw new AppError(
      'too_many_requests',
      `Too many requests; try again in ${retrySeconds} seconds`,
      {
        retry_seconds: retrySeconds,
      },
    );
  }
}

/** Undoes `takePoints` where what was counted did not happen. */
export async function givePointsBack(means: Means, uses: readonly Use[]): Promise<void> {
  for (const use of uses) await limiterOf(means, use.limit).reward(keyOf(means, use), use.points);
}

/** The key under which a use is counted in the table of limits. */
export function limitKey(
  means: Pick<Platform, 'config'>,
  use: { limit: { name: string }; by: string },
): string {
  return `${use.limit.name}:${keyOf(means, use)}`;
}

/** Seconds until a point is free again; 0 when one was taken now. */
async function takePoint(means: Means, use: Use): Promise<number> {
  try {
    await limiterOf(means, use.limit).consume(keyOf(means, use), use.points);
    return 0;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
  }
}

function limiterOf({ database }: Means, { name, points, seconds }: Limit): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: database.pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    // `cleanUp.ts` does it: a timer would outlive the pool.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  });
}

function keyOf(
  { config }: Pick<Platform, 'config'>,
  { limit, by }: { limit: { name: string }; by: string },
): string {
  return keyedHash(config.secret, 'limit', limit.name, by);
}
