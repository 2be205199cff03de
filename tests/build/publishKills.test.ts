import { expect, it } from 'vitest';
import { killPublishes } from '../setup/publishKills.ts';

/** Of the process that publishes or of the one that builds, by the seed; `tests/long/publishKills.test.ts` has thirty. */
const kills = 1;
const seed = Number(process.env['PUBLISH_KILLS_SEED'] ?? Date.now() % 1_000_000);

it(
  'shows every visitor a whole site while publishes are killed at random moments',
  { retry: 0, timeout: 240_000 },
  async () => {
    expect(await killPublishes(kills, seed)).toHaveLength(kills);
  },
);
