import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { nodeFlags } from '../../scripts/bootstrap/run.mjs';
import { keptFolder, readKeptSite } from './site/keptSite.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder that holds the site of the run (`site/keptSite.ts`). */
    siteDataDir: string;
  }
}

const publisher = fileURLToPath(new URL('site/sitePublisher.ts', import.meta.url));

/**
 * Provides one site for all tests of the project. `SITE_DATA_DIR` names a data folder in which `sitePublisher.ts`
 * published it before, for work on the tests themselves; otherwise it is the one that the suite `release` published in
 * `E2E_DATA_DIR`. Without either, and for `WHOLE_SITE`, it is published here.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isWhole = process.env['WHOLE_SITE'] !== undefined;
  const given = process.env['SITE_DATA_DIR'] ?? (isWhole ? undefined : process.env['E2E_DATA_DIR']);
  if (given !== undefined && readKeptSite(keptFolder(given)) !== undefined) {
    project.provide('siteDataDir', keptFolder(given));
    return async () => undefined;
  }
  if (process.env['SITE_DATA_DIR']) throw new Error(`No site was published in ${given}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'dolores-build-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  await publishInto(dataDir).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  project.provide('siteDataDir', keptFolder(dataDir));
  return remove;
}

/** In a process of its own, because Vitest’s setup files lack `import.meta.resolve`. */
async function publishInto(dataDir: string): Promise<void> {
  const child = spawn(process.execPath, [...nodeFlags, publisher, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const endWithUs = () => child.kill();
  process.once('exit', endWithUs);
  const [code] = await once(child, 'close');
  process.off('exit', endWithUs);
  if (code !== 0) throw new Error(`The site of the tests was not published:\n${output}`);
}
