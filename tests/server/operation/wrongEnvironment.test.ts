import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, startServerProcess, startWorkerProcess } from '../../setup/process.ts';
import { rejection } from '../../setup/rejection.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-environment-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it.each([
  [{ NODE_ENV: 'production\r' }, ['PUBLIC_URL is missing', 'SECRET is missing']],
  [{ NODE_ENV: 'prod' }, ['NODE_ENV must be one of production, development, test']],
  [{ PUBLIC_URL: 'https://a.example/chat' }, ['PUBLIC_URL must be a scheme and a host only']],
])(
  'names the wrong value of a server with %j before it makes a database',
  async (wrong, problems) => {
    const dataDir = join(folder, 'data');
    const starting = startServerProcess(await freePort(), { DATA_DIR: dataDir, ...wrong });
    const { message } = await rejection(starting);
    for (const problem of problems) expect(message).toContain(problem);
    expect(existsSync(dataDir)).toBe(false);
  },
);

it('ends a server and a worker with a wrong configuration with status 78, so that systemd does not restart them', async () => {
  const wrong = { DATA_DIR: join(folder, 'data'), NODE_ENV: 'prod' };
  const server = await rejection(startServerProcess(await freePort(), wrong));
  expect(server.message).toMatch(/^main\.ts ended with 78:/);
  const worker = await rejection(startWorkerProcess(wrong));
  expect(worker.message).toMatch(/^worker\.ts ended with 78:/);
});

it('ends a server with a wrong command line with status 2', async () => {
  const starting = startServerProcess(await freePort(), { DATA_DIR: join(folder, 'data') }, [
    '--x',
  ]);
  expect((await rejection(starting)).message).toMatch(/^main\.ts ended with 2:/);
});
