import { eq } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { findRow } from '#server/db/findRow.ts';
import { providerCap } from '#server/db/schema/costs.ts';
import { AppError } from '#server/errors.ts';
import { invalid, reasonLine } from '#server/inputChecks.ts';
import { notifyServers } from '#server/services/upstreamPrices/setUpstreamPrice.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

const mostDaily = 1_000_000_000_000;
/**
 * Sets the daily spending cap of a provider, in micro-USD; `null` removes it. It takes effect at once on all servers.
 * Throws `invalid_input`, and `conflict` when there is no cap to remove.
 */
export async function setCap(
  { database }: CorePlatform,
  provider: string,
  daily: number | null,
  reason: string,
): Promise<void> {
  const why = reasonLine(reason);
  if (daily !== null && !(Number.isInteger(daily) && daily >= 0 && daily <= mostDaily)) {
    throw invalid('A cap must be from 0 to 1000000 dollars a day');
  }
  await database.transaction(async (transaction) => {
    const was = await findRow(transaction, providerCap, eq(providerCap.provider, provider));
    if (daily === null) {
      if (!was) throw new AppError('conflict', `${provider} has no cap`);
      await transaction.delete(providerCap).where(eq(providerCap.provider, provider));
    } else {
      await transaction
        .insert(providerCap)
        .values({ provider, daily })
        .onConflictDoUpdate({ target: providerCap.provider, set: { daily, updated: new Date() } });
    }
    const details = { daily, was: was?.daily ?? null, reason: why };
    await writeAudit(transaction, 'models.cap', provider, details);
    await notifyServers(transaction);
  });
}
