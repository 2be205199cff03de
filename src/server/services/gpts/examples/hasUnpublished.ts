import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { gptExample } from '#server/db/schema/gpts.ts';
import { publishRun } from '#server/db/schema/publishing.ts';

/** Whether a sampled example was stored after the last publish began, for example by a run that was killed. */
export async function hasUnpublishedSamples(query: Executor): Promise<boolean> {
  const published = query
    .select({ started: sql`coalesce(max(${publishRun.started}), '-infinity')` })
    .from(publishRun)
    .where(inArray(publishRun.state, ['published', 'unchanged']));
  const isUnpublished = and(
    eq(gptExample.source, 'sampled'),
    isNull(gptExample.dropped),
    gt(gptExample.created, sql`(${published})`),
  );
  return (await query.$count(gptExample, isUnpublished)) > 0;
}
