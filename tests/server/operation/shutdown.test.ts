import { chmod, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostOperator } from '../../setup/operatorProcess.ts';
import { type ServerProcess, freePort, startServerProcess } from '../../setup/process.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-shutdown-'));
  await chmod(folder, 0o711);
  // As systemd makes it for a service (RuntimeDirectory).
  await mkdir(join(folder, 'run'), { mode: 0o711 });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('two servers that start at once on one new data folder', () => {
  let server: ServerProcess;

  it('share no folder: one uses it, and the other one reports that', async () => {
    const environment = {
      DATA_DIR: join(folder, 'data'),
      RUNTIME_DIRECTORY: join(folder, 'run'),
      DRAIN_SECONDS: '1',
      LOG_LEVEL: 'error',
    };
    const started = await Promise.allSettled(
      [await freePort(), await freePort()].map((port) => startServerProcess(port, environment)),
    );
    const failures = started.filter(({ status }) => status === 'rejected');
    expect(failures).toHaveLength(1);
    expect(String((failures[0] as PromiseRejectedResult).reason)).toContain(
      'Another server uses the data folder',
    );
    for (const result of started) if (result.status === 'fulfilled') server = result.value;
  });

  it('leave one that a command without variables finds', async () => {
    const { DATA_DIR: _, DATABASE_URL: __, ...others } = process.env;
    const environment = { ...others, RUNTIME_DIRECTORY: join(folder, 'run') };
    const { status, speaksTo, err } = await hostOperator(environment).run('stats');
    const data = await realpath(join(folder, 'data'));
    expect([status, err]).toEqual([0, '']);
    expect(speaksTo).toContain(`database dolores of server ${data}/postgres (embedded), found by`);
  });

  it('leave one that takes no requests any more before it stops its database', async () => {
    const statuses = new Set<number>();
    let isOver = false;
    const asking = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const response = await fetch(`${server.url}/api/gpts`).catch(() => undefined);
        if (response) statuses.add(response.status);
        await response?.body?.cancel();
      }
    });
    await expect.poll(() => [...statuses]).toEqual([200]);
    expect(await server.end('SIGTERM')).toBe(0);
    isOver = true;
    await Promise.all(asking);
    expect([...statuses].filter((status) => status !== 503)).toEqual([200]);
    expect(server.output()).not.toContain('a request failed');
    expect((await readdir(join(folder, 'run'))).filter((name) => name.endsWith('.json'))).toEqual(
      [],
    );
  });
});
