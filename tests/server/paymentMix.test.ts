import { it } from 'vitest';
import { runMix } from '../setup/shop/runMix.ts';

/** `npm run test:faults` does so with 100,000 messages. */
it(
  'loses and gives no credit in 2,000 messages of random payments, with three kills',
  { timeout: 480_000 },
  () => runMix(2_000, 3),
);
