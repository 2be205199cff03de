import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MediaProviderName, mediaProviderNames } from '#domain/models/providers.ts';
import { isLongRun } from '../../setup/longRuns.ts';
import { runKilled } from '../../setup/studio/runKilled.ts';
import { Studio } from '../../setup/studio/studio.ts';

/** One kill for each provider: a step of each kind. */
const sample: readonly [MediaProviderName, string, RegExp][] = [
  ['openai', 'once its file is noted, before it is paid for', /media_removal/],
  ['luma', 'before it was asked', /submit_tried/],
  ['suno', 'in the middle of a download', /, half of it$/],
  ['fal', 'once it has said that all is done', /^GET .*\/status$/],
  ['replicate', 'once it was asked', /^POST /],
];

describe.skipIf(isLongRun)('a worker that is killed', () => {
  let studio: Studio;

  beforeAll(async () => {
    studio = await Studio.open({ names: mediaProviderNames });
  });

  afterAll(() => studio.close());

  it.each(sample)(
    'is followed by one that finishes the orders of %s, %s',
    async (name, _, step) => {
      expect(await runKilled(studio, name, step)).toMatch(step);
    },
  );

  it('leaves no job open, no hold, no file and a balanced ledger', () => studio.check());
});

describe.skipIf(!isLongRun).concurrent('a worker that is killed after each step', () => {
  it.each(mediaProviderNames)(
    'is followed by one that finishes the orders of %s',
    async (name) => {
      const studio = await Studio.open({ names: [name] });
      try {
        const steps: string[] = [];
        for (;;) {
          const step = await runKilled(studio, name, steps.length);
          if (step === undefined) break;
          steps.push(step);
        }
        await studio.check();
        console.log(`${name}: killed after each of ${steps.length} steps: ${steps.join(', ')}`);
      } finally {
        await studio.close();
      }
    },
    600_000,
  );
});
