import { describe, it } from 'vitest';
import { paymentCases } from '../setup/shop/cases/allCases.ts';
import type { PaymentCase } from '../setup/shop/cases/paymentCase.ts';
import { runKilled } from '../setup/shop/runKilled.ts';
import { Shop } from '../setup/shop/shop.ts';

/** Clocks that run further ahead reach days on which nothing is offered any more. */
const mostSecondsAhead = 200 * 86_400;

/** Each case once for each of its steps, with the server killed after that step. Two cases at a time. */
describe.concurrent('the forty cases with a server that is killed', () => {
  it.each(paymentCases)(
    '$number: $title',
    async (paymentCase) => {
      const steps = await killAtEachStep(paymentCase);
      console.log(`Case ${paymentCase.number}: killed after each of ${steps} steps`);
    },
    1_800_000,
  );
});

/** Returns how many steps the case has. One shop for all, because opening one takes longer than most cases. */
async function killAtEachStep(paymentCase: PaymentCase): Promise<number> {
  let shop = await Shop.open();
  try {
    for (let index = 0; ; index += 1) {
      const { wasReached, steps } = await runKilled(shop, paymentCase, index);
      if (!wasReached) return steps;
      if (shop.server.ahead < mostSecondsAhead) continue;
      await shop.close();
      shop = await Shop.open();
    }
  } finally {
    await shop.close();
  }
}
