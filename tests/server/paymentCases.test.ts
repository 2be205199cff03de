import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { paymentCases } from '../setup/shop/cases/allCases.ts';
import { runKilled } from '../setup/shop/runKilled.ts';
import { Random } from '../setup/random.ts';
import { Shop } from '../setup/shop/shop.ts';

describe('the forty cases', () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await Shop.open();
  });

  afterEach(async () => {
    expect(await verifyLedger(shop.database)).toEqual([]);
  });

  afterAll(() => shop.close());

  it.each(paymentCases)('$number: $title', ({ run }) => run(shop), 60_000);
});

/** `npm run test:faults` kills at every step of every case. */
describe('a server that is killed at a step of a payment', () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await Shop.open();
  });

  afterAll(() => shop.close());

  const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000);
  const random = new Random(seed);
  const chosen = paymentCases.filter(({ number }) => [1, 10, 12, 17, 35].includes(number));
  const runs = chosen.map((paymentCase) => ({ paymentCase, step: random.whole(0, 9) }));

  it.each(runs)(
    `goes on as if it had not been: case $paymentCase.number, step $step (FAULTS_SEED=${seed})`,
    async ({ paymentCase, step }) => {
      expect(await runKilled(shop, paymentCase, step)).toMatchObject({ wasReached: true });
    },
    60_000,
  );
});
