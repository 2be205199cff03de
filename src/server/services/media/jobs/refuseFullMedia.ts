import { and, eq, sql } from 'drizzle-orm';
import { type MediaKind, mediaFilesOfJob, mediaQueuedAtMost } from '#domain/media/media.ts';
import type { Tier } from '#domain/plans/plans.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { mediaJob } from '#server/db/schema/mediaJobs.ts';
import { AppError } from '#server/errors.ts';
import { limitOf, readUsage } from '#server/services/media/files/usage.ts';

/**
 * Throws `too_many_media` at the user's limit of waiting jobs, and `media_quota` when stored files, those of running jobs
 * and those of this one do not fit into the user's space. The caller has locked the user's balance, so that both stay
 * true until the commit.
 */
export async function refuseFullMedia(
  transaction: Executor,
  { config }: CorePlatform,
  { userId, tier, kind }: { userId: string; tier: Tier; kind: MediaKind },
): Promise<void> {
  const { files, waiting } = await countOpenJobs(transaction, userId);
  const limit = mediaQueuedAtMost[tier];
  if (waiting >= limit) {
    throw new AppError('too_many_media', `At most ${limit} jobs can wait`, { limit });
  }
  const used = await readUsage(transaction, userId);
  const most = limitOf(config, tier);
  const isFull = used.files + files + mediaFilesOfJob[kind] > most.files;
  if (!isFull && used.bytes < most.bytes) return;
  throw new AppError('media_quota', 'The gallery is full', { used, limit: most });
}

async function countOpenJobs(query: Executor, userId: string) {
  const isOpen = sql`${mediaJob.state} in ('queued', 'submitted', 'running')`;
  const [counts] = await query
    .select({
      files: sql<number>`coalesce(sum(case when ${mediaJob.kind} = 'music'
        then ${mediaFilesOfJob.music} else 1 end), 0)::integer`,
      waiting: sql<number>`(count(*) filter (where ${mediaJob.started} is null))::integer`,
    })
    .from(mediaJob)
    .where(and(eq(mediaJob.userId, userId), isOpen));
  return counts ?? { files: 0, waiting: 0 };
}
