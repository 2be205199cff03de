import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { paymentCases } from '../../setup/shop/cases/allCases.ts';
import { chooseSeed, isLongRun } from '../../setup/longRuns.ts';
import { runKilled } from '../../setup/shop/runKilled.ts';
import { Random } from '../../setup/random.ts';
import { Shop } from '../../setup/shop/shop.ts';

const seed = chooseSeed('FAULTS_SEED');
const random = new Random(seed);

/** Each with the step after which the server is killed in `npm test`. */
const killed: readonly (readonly [number: number, step: number])[] = isLongRun
  ? [1, 10, 12, 17, 35].map((number) => [number, random.whole(0, 9)])
  : [
      [1, 3],
      [12, 5],
    ];

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open();
});

afterEach(async () => {
  expect(await verifyLedger(shop.database)).toEqual([]);
});

afterAll(() => shop.close());

describe.skipIf(isLongRun)('the forty cases', () => {
  it.each(paymentCases)('$number: $title', ({ run }) => run(shop));
});

/** `npm run test:faults` kills at every step of every case. */
describe('a server that is killed at a step of a payment', () => {
  it.each(killed)(
    `continues as if it had not been killed: case %i, step %i (FAULTS_SEED=${seed})`,
    async (number, step) => {
      const paymentCase = paymentCases.find((one) => one.number === number);
      if (!paymentCase) throw new Error(`There is no case ${number}`);
      expect(await runKilled(shop, paymentCase, step)).toMatchObject({ wasReached: true });
    },
  );
});
