import { it } from 'vitest';
import { chooseSeed, times } from '../../setup/longRuns.ts';
import { runMix } from '../../setup/shop/runMix.ts';

const messages = times(120, 2_000);
const kills = times(1, 3);
const seed = chooseSeed('PAYMENTS_SEED');

/** `npm run test:faults` does so with 100,000 messages. */
it(
  `loses and gives no credit in ${messages} messages of random payments while a server is killed (PAYMENTS_SEED=${seed})`,
  { timeout: 480_000 },
  () => runMix(messages, kills, seed),
);
