import { eq } from 'drizzle-orm';
import { type Day, isDay } from '#domain/dates.ts';
import { modelLimits } from '#domain/modelSettings.ts';
import type { Database } from '#server/db/connect.ts';
import { upstreamShutdown } from '#server/db/schema/upstreamShutdowns.ts';
import { AppError } from '#server/errors.ts';
import { notifyServers } from '#server/services/costs/setUpstreamPrice.ts';
import { invalid, line } from '#server/services/models/readChange.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

const longestReason = 500;

/** `null`: it is not shut down, whatever is known; `undefined`: what is known counts again. */
type NamedDay = Day | null | undefined;

/**
 * Sets the day on which a provider shuts an upstream down, above what the provider and the product say. It counts at once on
 * all servers. Throws `invalid_input`, and `conflict` where there is nothing to take back.
 */
export async function setShutdown(
  database: Database,
  upstream: string,
  day: NamedDay,
  reason: string,
): Promise<void> {
  const name = line('The upstream', upstream, modelLimits.upstream);
  const why = line('The reason', reason, longestReason);
  if (!/^\w+\/\S/.test(name)) throw invalid('An upstream is a provider and a model: openai/gpt-x');
  if (typeof day === 'string' && !isDay(day)) throw invalid('A day must be YYYY-MM-DD');
  await database.transaction(async (transaction) => {
    const isIt = eq(upstreamShutdown.upstream, name);
    const [was] = await transaction.select().from(upstreamShutdown).where(isIt).for('update');
    if (day === undefined) {
      if (was?.source !== 'operator') throw new AppError('conflict', `Nothing is set for ${name}`);
      await transaction.delete(upstreamShutdown).where(isIt);
    } else {
      const set = { day, source: 'operator' as const, warned: null, updated: new Date() };
      await transaction
        .insert(upstreamShutdown)
        .values({ upstream: name, ...set })
        .onConflictDoUpdate({ target: upstreamShutdown.upstream, set });
    }
    const details = { day: day ?? null, was: was?.day ?? null, reason: why };
    await writeAudit(transaction, 'models.shutdown', name, details);
    await notifyServers(transaction);
  });
}
