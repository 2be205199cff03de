import { expect, it } from 'vitest';
import { killPublishes } from '../setup/publishKills.ts';

const kills = 30;
const seed = Number(process.env['PUBLISH_KILLS_SEED'] ?? Date.now() % 1_000_000);

it('shows every visitor a whole site while thirty publishes are killed at random moments', async () => {
  const attempts = await killPublishes(kills, seed);
  console.log(attempts.join('\n'));
  expect(attempts).toHaveLength(kills);
}, 900_000);
