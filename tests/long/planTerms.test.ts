import { expect, it } from 'vitest';
import { runTerms } from '../setup/plans/termModel.ts';
import { Random } from '../setup/random.ts';

const sequences = 10_000;

it('grants the days that were paid in 10,000 random sequences of purchases, refunds and disputes', () => {
  const seed = Number(process.env['TERMS_SEED'] ?? Date.now() % 1_000_000);
  console.log(`TERMS_SEED=${seed}`);
  let purchases = 0;
  for (let offset = 0; offset < sequences; offset += 1) {
    purchases += runTerms(new Random(seed + offset)).purchases.length;
  }
  expect(purchases).toBeGreaterThan(sequences);
});
