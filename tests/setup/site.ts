import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { nodeFlags } from '../../scripts/bootstrap/run.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder that holds the site of the run, published once. */
    siteDataDir: string;
  }
}

const publisher = fileURLToPath(new URL('../fixtures/sitePublisher.ts', import.meta.url));

/**
 * Publishes one site for all tests of the project, from a snapshot whose texts are hard to set. `SITE_DATA_DIR` names
 * one that `tests/fixtures/sitePublisher.ts` published before, for whoever works on the tests themselves.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['SITE_DATA_DIR'];
  if (given) {
    project.provide('siteDataDir', given);
    return async () => undefined;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'dolores-build-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  await publishInto(dataDir).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  project.provide('siteDataDir', dataDir);
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
