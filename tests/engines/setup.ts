import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { type Engines, findEngines } from '../../scripts/bootstrap/engines.mjs';
import { nodeFlags } from '../../scripts/bootstrap/run.mjs';
import { freePort, startServerProcess } from '../setup/process.ts';
import { startPausingUpstream } from './pausingUpstream.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engines: Engines;
    /** Addresses of the product, its mailbox and the model provider that answers in it. */
    site: { url: string; mailboxUrl: string; upstreamUrl: string };
  }
}

const seed = fileURLToPath(new URL('seedCatalogue.ts', import.meta.url));

/** Finds or installs the engines, and starts the product with a small catalogue, once for all engines. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('engines', findEngines(process.env));
  const upstream = await startPausingUpstream();
  const dataDir = await mkdtemp(join(tmpdir(), 'dolores-engines-'));
  // As root, PostgreSQL runs as another user, who must get through to its own folder in here.
  await chmod(dataDir, 0o711);
  const closeRest = async () => {
    await upstream.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const env = { ...process.env, DATA_DIR: dataDir };
    await promisify(execFile)(process.execPath, [...nodeFlags, seed], { env });
    const mailboxPort = await freePort();
    const server = await startServerProcess(await freePort(), {
      DATA_DIR: dataDir,
      MAILBOX_PORT: String(mailboxPort),
      PUBLISH_AT_START: 'yes',
      SEARCH_AT_START: 'yes',
      STARTING_CREDITS: '3',
      // All accounts come from this machine.
      STARTS_PER_NETWORK: '0',
      DRAIN_SECONDS: '1',
      GROQ_API_KEY: 'none',
      GROQ_BASE_URL: `${upstream.url}/openai/v1`,
    });
    const mailboxUrl = `http://127.0.0.1:${mailboxPort}/`;
    project.provide('site', { url: server.url, mailboxUrl, upstreamUrl: upstream.url });
    return async () => {
      await server.end('SIGTERM');
      await closeRest();
    };
  } catch (error) {
    await closeRest();
    throw error;
  }
}
