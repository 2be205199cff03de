import { expect } from 'vitest';
import { verifyLedger } from '#server/services/credits/verify.ts';
import type { PaymentCase } from './cases/paymentCase.ts';
import type { Shop } from './shop.ts';

type KilledRun = { steps: number; wasReached: boolean };

/**
 * Runs a case in a shop whose server is killed after the step with this index. Returns the steps that the case had in
 * all, and whether that step was reached.
 */
export async function runKilled(
  shop: Shop,
  { number, run }: PaymentCase,
  index: number,
): Promise<KilledRun> {
  try {
    shop.steps.choose(index);
    await run(shop);
    expect(await verifyLedger(shop.database)).toEqual([]);
    return { steps: shop.steps.seen.length, wasReached: !shop.steps.isArmed };
  } catch (error) {
    const step = shop.steps.seen[index] ?? 'none';
    throw new Error(`Case ${number}, killed after step ${index} (${step})`, { cause: error });
  }
}
