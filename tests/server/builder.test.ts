import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Builder } from '#server/services/publishing/buildRelease.ts';
import { siteFolder } from '#site/siteFolder.ts';
import { siteOperator } from '../fixtures/siteOperator.ts';
import { siteOrigin } from '../fixtures/siteOrigin.ts';

const folders: string[] = [];

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** A builder whose process does what `code` says. */
async function startBuilder(code: string): Promise<Builder> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-builder-'));
  folders.push(folder);
  await mkdir(join(folder, 'src/build'), { recursive: true });
  await writeFile(join(folder, 'src/build/main.ts'), code);
  const now = new Date().toISOString();
  return Builder.start({
    job: { site: siteFolder(folder), bundles: folder, code: 'code', full: true, now },
    project: folder,
    config: { publicUrl: siteOrigin, operator: siteOperator, startingCredits: 10, dataDir: folder },
    silenceMilliseconds: 2_000,
  });
}

const listeners = {
  report: () => undefined,
  say: () => undefined,
  release: async () => undefined,
};

it('ends a build that falls silent, and says so', async () => {
  const builder = await startBuilder('setInterval(() => undefined, 1_000);');
  await expect(builder.build(listeners)).rejects.toThrow('it fell silent, and was ended');
});

it('gives a build that goes on all the time that it takes', async () => {
  const step = "{ kind: 'step', step: { step: 'plan' } }";
  const builder = await startBuilder(`
    let steps = 0;
    setInterval(() => {
      process.send(${step});
      if ((steps += 1) === 14) process.exit(3);
    }, 250);`);
  await expect(builder.build(listeners)).rejects.toThrow('its process ended with 3');
});
