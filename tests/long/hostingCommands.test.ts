import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../setup/database.ts';
import { works } from '../setup/debianPackages.ts';
import { dockerfileLines, services, unitFolder } from '../setup/hostingFiles.ts';
import { freePort } from '../setup/process.ts';

// The commands of Dockerfile and compose.yaml, without an engine of containers.

let folder: string;
let database: TestDatabase;
const running: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-hosting-'));
  // Without a schema, as a new PostgreSQL of compose.yaml.
  database = await createTestDatabase(2, 'template0');
});

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a command, with the variables of `compose.yaml` and these. */
function run(command: readonly string[], variables: Record<string, string>): ChildProcess {
  const [program = '', ...args] = command;
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      MEDIA_STORE: join(folder, 'media'),
      MESSAGES_FOLDER: join(folder, 'operator', 'messages'),
      COLLECTIONS_FOLDER: join(folder, 'operator', 'collections'),
      TRUSTED_PROXIES: '1',
      HOST: '127.0.0.1',
      PUBLISH_AT_START: 'no',
      SECRET: 'a secret of thirty-two characters',
      OPERATOR_TOKEN: 'a token of thirty-two characters!',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  return child;
}

/** Keeps reading after the line, because a pipe that nobody reads would end the child. */
async function untilPrinted(child: ChildProcess, line: string): Promise<void> {
  let printed = '';
  const found = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      printed += String(chunk);
      if (printed.includes(line)) resolve();
    });
  });
  await Promise.race([found, once(child, 'exit')]);
  expect(printed).toContain(line);
}

async function statusOf(child: ChildProcess): Promise<unknown> {
  child.stdout?.resume();
  const [status] = (await once(child, 'exit')) as [unknown];
  return status;
}

/** Returns the words of an instruction of the Dockerfile that is a list in JSON. */
function commandOf(instruction: string): string[] {
  const line = dockerfileLines.find((one) => one.startsWith(instruction)) ?? '';
  return JSON.parse(line.slice(line.indexOf('['))) as string[];
}

describe('the containers', { timeout: 300_000 }, () => {
  it('start as two servers and a worker, say that they are well, and make a backup', async () => {
    const ports = [await freePort(), await freePort()];
    const server = commandOf('CMD');
    const servers = ports.map((port) =>
      run(server, { PORT: String(port), DATA_DIR: join(folder, `data${port}`) }),
    );
    for (const child of servers) await untilPrinted(child, 'Dolores is ready');
    const data = { DATA_DIR: join(folder, 'worker'), API_URL: `http://127.0.0.1:${ports[0]}` };
    const worker = run(services['worker']?.command ?? [], data);
    await untilPrinted(worker, 'The worker runs.');

    const check = commandOf('HEALTHCHECK');
    for (const port of ports) {
      expect(await statusOf(run(check, { PORT: String(port) }))).toBe(0);
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    }

    const [, , loop = ''] = services['backup']?.command ?? [];
    const [, command = ''] = /until (node .*?);/.exec(loop) ?? [];
    const target = join(folder, 'backups');
    expect(await statusOf(run(command.split(' '), { ...data, BACKUP_TO: target }))).toBe(0);
    expect(await readdir(target)).not.toEqual([]);

    for (const child of [worker, ...servers]) {
      child.kill('SIGTERM');
      expect(await statusOf(child)).toBe(0);
    }
  });
});

describe('the units of systemd', () => {
  it.skipIf(!works('systemd-analyze', '--version'))('are understood by systemd', async () => {
    const units = join(folder, 'units');
    await mkdir(units);
    const names = await readdir(unitFolder);
    for (const name of names) await copyFile(join(unitFolder, name), join(units, name));
    const { stderr } = spawnSync('systemd-analyze', [
      'verify',
      '--man=no',
      ...names.map((name) => join(units, name)),
    ]);
    expect(String(stderr)).not.toMatch(/Unknown|Failed to parse|Invalid|ignoring/);
  });
});
