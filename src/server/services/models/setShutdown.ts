import { eq } from 'drizzle-orm';
import { type Day, isDay } from '#domain/dates.ts';
import { modelLimits } from '#domain/models/modelSettings.ts';
import type { CorePlatform } from '#server/context.ts';
import { upstreamShutdown } from '#server/db/schema/upstreamShutdowns.ts';
import { AppError } from '#server/errors.ts';
import { invalid, line, reasonLine } from '#server/inputChecks.ts';
import { notifyServers } from '#server/services/upstreamPrices/setUpstreamPrice.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

/** `null`: it is not shut down, regardless of provider and product. `undefined`: their day is valid again. */
type NamedDay = Day | null | undefined;

/**
 * Sets the shutdown day of an upstream, with priority over the provider's and the product's day. Takes effect
 * immediately on all servers. Throws `invalid_input`, and `conflict` if there is nothing to revert.
 */
export async function setShutdown(
  { database }: CorePlatform,
  upstream: string,
  day: NamedDay,
  reason: string,
): Promise<void> {
  const name = line('The upstream', upstream, modelLimits.upstream);
  const why = reasonLine(reason);
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
