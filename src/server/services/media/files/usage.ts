import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { Tier } from '#domain/plans/plans.ts';
import type { Config } from '#server/config.ts';
import type { Executor } from '#server/db/connect.ts';
import { mediaFile } from '#server/db/schema/mediaJobs.ts';

export type Usage = { files: number; bytes: number };

export async function readUsage(executor: Executor, userId: string): Promise<Usage> {
  const [row] = await executor
    .select({ files: count(), bytes: sql<number>`coalesce(sum(${mediaFile.size}), 0)::float8` })
    .from(mediaFile)
    .where(and(eq(mediaFile.userId, userId), isNull(mediaFile.deleted)));
  return row ?? { files: 0, bytes: 0 };
}

export function limitOf({ media }: Pick<Config, 'media'>, tier: Tier): Usage {
  return { files: media.files[tier], bytes: media.megabytes[tier] * 1_000_000 };
}
