import { it } from 'vitest';
import { runMix } from '../setup/shop/runMix.ts';

it(
  'loses and gives no credit in 100,000 messages of random payments, with fifty kills',
  { timeout: 2_400_000 },
  () => runMix(100_000, 50),
);
