import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { chooseSeed, times } from '../../setup/longRuns.ts';
import { runTermMix } from '../../setup/plans/termMix.ts';
import { Random } from '../../setup/random.ts';

const sequences = times(8, 300);
const seed = chooseSeed('TERMS_SEED');

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

it(
  `grants the days and lots that were paid in ${sequences} sequences of purchases, refunds and disputes (TERMS_SEED=${seed})`,
  { timeout: 480_000 },
  async () => {
    let purchases = 0;
    for (let offset = 0; offset < sequences; offset += 1) {
      purchases += await runTermMix(database, new Random(seed + offset));
    }
    expect(purchases).toBeGreaterThan(sequences);
    expect(await verifyLedger(database)).toEqual([]);
  },
);
