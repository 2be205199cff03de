import { waitsForPro } from '#domain/plans/planSchedule.ts';
import { isPlan, isPro } from '#domain/plans/planTerms.ts';
import type { Product } from '#domain/plans/plans.ts';
import type { CorePlatform } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { readOpenTerms } from '#server/services/plans/arrangePlans.ts';

/**
 * Refuses Basic that renews itself while Pro is paid: each bill would pay for time that only waits. Throws
 * `larger_plan_runs`. Pro that begins after this check is not interrupted either, because the billed period waits then.
 */
export async function refuseInterruption(
  { database, now }: CorePlatform,
  userId: string,
  product: Product,
): Promise<void> {
  if (!isPlan(product) || isPro(product)) return;
  const starts = now();
  const open = await readOpenTerms(database.query, userId, starts);
  if (!waitsForPro({ product, starts }, open)) return;
  throw new AppError('larger_plan_runs', 'Pro is paid; Basic can renew itself when Pro has ended');
}
