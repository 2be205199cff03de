import { it } from 'vitest';
import { runMix } from '../setup/shop/runMix.ts';

const seed = Number(process.env['PAYMENTS_SEED'] ?? Date.now() % 1_000_000);

it(
  `loses and gives no credit in 100,000 messages of random payments, with fifty kills (PAYMENTS_SEED=${seed})`,
  { timeout: 2_400_000 },
  () => runMix(100_000, 50, seed),
);
