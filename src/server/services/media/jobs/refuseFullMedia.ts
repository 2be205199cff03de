import { mediaQueuedAtMost } from '#domain/media.ts';
import type { Tier } from '#domain/plans.ts';
import type { Config } from '#server/config.ts';
import type { Executor } from '#server/db/connect.ts';
import { type Statement, run } from '#server/db/statement.ts';
import { AppError } from '#server/errors.ts';
import { limitOf, readUsage } from '#server/services/media/files/usage.ts';

const counting: Statement = {
  name: 'count_media_jobs',
  text: `select count(*)::integer as open, count(*) filter (where started is null)::integer as waiting
    from media_job where user_id = $1 and state in ('queued', 'submitted', 'running')`,
};

/**
 * Throws `too_many_media` when as many jobs of the user wait as may, and `media_quota` when what is kept, with what is
 * being made, fills the user's space. The user's balance is locked, so that both stay true until the commit.
 */
export async function refuseFullMedia(
  { config }: { config: Pick<Config, 'media'> },
  transaction: Executor,
  { userId, tier }: { userId: string; tier: Tier },
): Promise<void> {
  const [row] = await run<{ open: number; waiting: number }>(transaction, counting, [userId]);
  const { open, waiting } = row ?? { open: 0, waiting: 0 };
  const limit = mediaQueuedAtMost[tier];
  if (waiting >= limit) {
    throw new AppError('too_many_media', `At most ${limit} jobs can wait`, { limit });
  }
  const used = await readUsage(transaction, userId);
  const most = limitOf(config, tier);
  if (used.files + open < most.files && used.bytes < most.bytes) return;
  throw new AppError('media_quota', 'The gallery is full', { used, limit: most });
}
