import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Builder } from '#server/services/publishing/builderProcess.ts';
import { siteFolder } from '#release/siteFolder.ts';
import { siteOperator } from '../../fixtures/siteOperator.ts';
import { siteOrigin } from '../../fixtures/siteOrigin.ts';

const folders: string[] = [];
const silenceMilliseconds = 2_000;

// The clock is stopped: on a busy machine, a process may take longer to start than a build may be silent here.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** A builder whose process does what `code` says. */
async function startBuilder(code: string): Promise<Builder> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-builder-'));
  folders.push(folder);
  await mkdir(join(folder, 'src/builder'), { recursive: true });
  await writeFile(join(folder, 'src/builder/main.ts'), code);
  const now = new Date().toISOString();
  return Builder.start({
    job: {
      site: siteFolder(folder),
      bundles: folder,
      code: 'code',
      full: true,
      now,
      compressLater: false,
    },
    project: folder,
    config: { publicUrl: siteOrigin, operator: siteOperator, startingCredits: 10, dataDir: folder },
    silenceMilliseconds,
  });
}

const listeners = {
  report: () => undefined,
  say: () => undefined,
  release: async () => undefined,
};

it('ends a build that falls silent, with the reason', async () => {
  const builder = await startBuilder('setInterval(() => undefined, 1_000);');
  const failure = builder.build(listeners).catch((error: unknown) => error);
  vi.advanceTimersByTime(silenceMilliseconds);
  expect(String(await failure)).toContain('it fell silent, and was ended');
});

it('gives a build as much time as it needs while it reports progress', async () => {
  const step = "{ kind: 'step', step: { step: 'plan' } }";
  const builder = await startBuilder(`
    let steps = 0;
    setInterval(() => {
      process.send(${step}, () => {
        if ((steps += 1) === 14) process.exit(3);
      });
    }, 10);`);
  let steps = 0;
  const report = (): void => {
    steps += 1;
    vi.advanceTimersByTime(silenceMilliseconds - 1);
  };
  const built = builder.build({ ...listeners, report });
  await expect(built).rejects.toThrow('its process ended with 3');
  expect(steps).toBe(14);
});
