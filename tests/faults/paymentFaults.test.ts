import { describe, it } from 'vitest';
import { paymentCases } from '../setup/shop/cases/allCases.ts';
import { runKilled } from '../setup/shop/runKilled.ts';

/** Each case once for each of its steps, with the server killed after that step. Two cases at a time. */
describe.concurrent('the forty cases with a server that is killed', { retry: 0 }, () => {
  it.each(paymentCases)(
    '$number: $title',
    async (paymentCase) => {
      for (let index = 0; ; index += 1) {
        const { wasReached, steps } = await runKilled(paymentCase, index);
        if (wasReached) continue;
        console.log(`Case ${paymentCase.number}: killed after each of ${steps} steps`);
        return;
      }
    },
    1_800_000,
  );
});
