import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { mediaProviderNames } from '#domain/models/providers.ts';
import { chooseSeed, times } from '../../setup/longRuns.ts';
import { mixes } from '../../setup/studio/mix.ts';
import { runMix } from '../../setup/studio/runMix.ts';
import { Studio } from '../../setup/studio/studio.ts';

const seed = chooseSeed('MEDIA_SEED');

let studio: Studio;

beforeAll(async () => {
  studio = await Studio.open({ names: mediaProviderNames, workers: 2 });
});

afterAll(() => studio.close());

describe('media of many users with bad providers and workers that are killed', () => {
  it(`are started once, charged if delivered in time, and all end (MEDIA_SEED=${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(mixes(times(12, 40), times(1, 3)), (mix) => runMix(studio, mix)),
      { seed, numRuns: times(1, 2), endOnFailure: true },
    );
  }, 600_000);
});
