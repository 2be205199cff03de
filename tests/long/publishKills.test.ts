import { expect, it } from 'vitest';
import { killPublishes } from '../setup/publishKills.ts';

const kills = 30;
const seed = Number(process.env['PUBLISH_KILLS_SEED'] ?? Date.now() % 1_000_000);

it('shows every visitor a whole site while thirty publishes are killed at random moments', async () => {
  const told = await killPublishes(kills, seed);
  console.log(told.join('\n'));
  expect(told).toHaveLength(kills);
}, 900_000);
