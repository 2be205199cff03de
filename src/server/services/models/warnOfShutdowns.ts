import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { upstreamShutdown } from '#server/db/schema/upstreamShutdowns.ts';
import { type Shutdown, checkShutdowns } from '#server/services/models/checkShutdowns.ts';

/** Logs an alarm once for each warning of each shutdown, also if several processes run this. */
export async function warnOfShutdowns(platform: CorePlatform): Promise<void> {
  const { upstream, warned } = upstreamShutdown;
  for (const shutdown of await checkShutdowns(platform)) {
    const { warning } = shutdown;
    if (warning === null) continue;
    const raised = await platform.database.query
      .update(upstreamShutdown)
      .set({ warned: warning, updated: sql`now()` })
      .where(and(eq(upstream, shutdown.upstream), or(isNull(warned), gt(warned, warning))))
      .returning({ upstream });
    if (raised.length === 0) continue;
    const details = { alarm: 'model_shutdown', ...shutdown };
    platform.log.error(details, sentenceOf(shutdown));
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
