import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { upstreamShutdown } from '#server/db/schema/upstreamShutdowns.ts';
import { keepFailures, storeFailure } from '#server/services/alarms/noteFailure.ts';
import { type Shutdown, checkShutdowns } from '#server/services/models/checkShutdowns.ts';

/**
 * Notes the shutdowns that are near for the alarms, and logs each warning of each of them once, also if several processes
 * run this.
 */
export async function warnOfShutdowns(platform: CorePlatform): Promise<void> {
  const { database } = platform;
  const { upstream, warned } = upstreamShutdown;
  const shutdowns = (await checkShutdowns(platform)).filter(({ warning }) => warning !== null);
  await noteShutdowns(platform, shutdowns.filter(needsOperator));
  for (const shutdown of shutdowns) {
    const { warning } = shutdown;
    if (warning === null) continue;
    const raised = await database.query
      .update(upstreamShutdown)
      .set({ warned: warning, updated: sql`now()` })
      .where(and(eq(upstream, shutdown.upstream), or(isNull(warned), gt(warned, warning))))
      .returning({ upstream });
    if (raised.length === 0) continue;
    const details = { alarm: 'model_shutdown', ...shutdown };
    platform.log.warn(details, sentenceOf(shutdown));
  }
}

/** Whether it is still to come, or has closed a model. Else another upstream has taken over. */
function needsOperator({ days, models }: Shutdown): boolean {
  return days > 0 || models.some(({ afterwards }) => afterwards === null);
}

async function noteShutdowns(
  { database: { query }, now }: CorePlatform,
  shutdowns: readonly Shutdown[],
): Promise<void> {
  const name = 'model_shutdown';
  const upstreams = shutdowns.map(({ upstream }) => upstream);
  await keepFailures(query, name, upstreams);
  for (const { upstream, day, models } of shutdowns) {
    const detail = { day, models: models.map(({ id }) => id).join(' ') };
    await storeFailure(query, { name, subject: upstream, detail }, now());
  }
}

export function sentenceOf({ upstream, day, days, models }: Shutdown): string {
  const when =
    days > 0
      ? `${upstream} will be shut down on ${day}, in ${days} ${days === 1 ? 'day' : 'days'}`
      : `${upstream} was shut down on ${day}`;
  const isOver = days <= 0;
  const consequences = models.map(({ id, afterwards }) => {
    if (afterwards !== null) return `${id} ${isOver ? 'asks' : 'will ask'} ${afterwards}`;
    return `${id} ${isOver ? 'is closed' : 'closes'} (dolores models map ${id} …)`;
  });
  return `${when}: ${consequences.join('; ')}`;
}
