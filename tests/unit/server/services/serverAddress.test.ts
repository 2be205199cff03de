import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import {
  storeServerAddress,
  withServerAddress,
  serverAddress,
} from '#server/services/publishing/serverAddress.ts';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dolores-address-'));
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** The address of visitors for which a command with this environment publishes. */
async function publicUrlIn(environment: Record<string, string>): Promise<string> {
  const own = { DATA_DIR: dataDir, ...environment };
  return (await withServerAddress(readConfig(own), own)).publicUrl;
}

describe('a command next to a running server', () => {
  it('publishes for its own address where no server runs', async () => {
    expect(await publicUrlIn({})).toBe('http://localhost:4321');
  });

  it('publishes for the address that the server has for visitors', async () => {
    const server = readConfig({ DATA_DIR: dataDir, PORT: '4460' });
    await storeServerAddress(server, 'http://127.0.0.1:4460', undefined);
    expect(await serverAddress(dataDir)).toBe('http://127.0.0.1:4460');
    expect(await publicUrlIn({})).toBe('http://localhost:4460');
  });

  it('publishes for the address of its option, and never for that of another API', async () => {
    const withPublicUrl = { PUBLIC_URL: 'https://gpts.example.org' };
    expect(await publicUrlIn(withPublicUrl)).toBe('https://gpts.example.org');
    expect(await publicUrlIn({ API_URL: 'http://api.example.org' })).toBe('http://localhost:4321');
  });

  it('ignores files of an older or a dead server', async () => {
    const file = join(dataDir, 'server.json');
    await writeFile(file, JSON.stringify({ url: 'http://127.0.0.1:1', pid: process.pid }));
    expect(await publicUrlIn({})).toBe('http://localhost:4321');
    const dead = { url: 'http://127.0.0.1:1', pid: 2 ** 30, public_url: 'http://dead.example.org' };
    await writeFile(file, JSON.stringify(dead));
    expect(await publicUrlIn({})).toBe('http://localhost:4321');
  });
});
