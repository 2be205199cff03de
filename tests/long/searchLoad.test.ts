import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeGpt } from '../fixtures/snapshot.ts';
import { importAll } from '../setup/directory.ts';
import { release, siteFiles, writeFolder } from '../setup/renderedSite.ts';
import { searchPages } from '../setup/searchPage.ts';
import { type TestServer, startTestServer } from '../setup/server.ts';

const connections = 16;
const gpts = 5_000;

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer({ environment: { TRUSTED_PROXIES: '1' } });
  const folder = await writeFolder({ ...siteFiles('one'), ...searchPages() });
  await release(server.platform.config.dataDir, folder);
  await rm(folder, { recursive: true });
  const named = Array.from({ length: gpts }, (_, index) =>
    makeGpt({ id: `gpt-${index}`, name: `Word ${index}`, description: `Word ${index % 97}` }),
  );
  await importAll(server.database, named);
  ({ cookie } = await server.signIn(10));
});

afterAll(() => server.close());

describe(`${connections} connections that search without a pause`, () => {
  // A busy machine decides the figures, so they are printed and not asserted: the goal is less than three times.
  it.each([1, 50])('do not slow down the account of others: from %i networks', async (networks) => {
    const quiet = await accountP95();
    const searching = await startSearching(networks);
    const loaded = await accountP95();
    searching.kill('SIGKILL');
    await once(searching, 'exit');
    const factor = (loaded / quiet).toFixed(1);
    console.log(
      `/api/account, p95 in ms, ${networks} networks: ${quiet} quiet, ${loaded} loaded, ${factor} times`,
    );
    expect(loaded).toBeGreaterThan(0);
  });
});

async function accountP95(): Promise<number> {
  const program = fixture('accountVisitor.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, server.url, cookie]);
  return Number(stdout);
}

async function startSearching(networks: number): Promise<ChildProcess> {
  const args = [fixture('searchVisitors.ts'), server.url, String(connections), String(networks)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

function fixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
}
