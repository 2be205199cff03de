import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Config, readConfig } from '#server/config.ts';
import { findServers, recordServer } from '#server/services/operation/runningServers.ts';

let folder: string;
let environment: Record<string, string>;
let http: Server;
let url: string;
let config: Config;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-running-'));
  environment = { RUNTIME_DIRECTORY: folder };
  http = createServer((_, response) => response.end('ok'));
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: 'postgres://me:secret@db.example:6432/shop',
    SECRET: 'Qm3vT9xLr2Kp7WzYb5Nc8HdFs4Jg6AeU',
  });
});

afterEach(async () => {
  http.closeAllConnections();
  http.close();
  await rm(folder, { recursive: true, force: true });
});

const found = async () =>
  (await findServers(environment)).filter(({ data_dir: data }) => data === folder);

it('finds a server until it ends, and stores no secret', async () => {
  const forget = await recordServer(config, { url, demo: false }, environment);
  expect(await found()).toMatchObject([
    {
      pid: process.pid,
      database: 'database shop of server db.example:6432',
      embedded: false,
      production: false,
      smtp: false,
    },
  ]);
  const stored = await readFile(join(folder, `${process.pid}.json`), 'utf8');
  expect(stored).not.toContain(config.secret);
  expect(stored).not.toContain('me:secret');
  await forget();
  expect(await found()).toEqual([]);
});

it('ignores what is left of a server that was killed', async () => {
  await recordServer(config, { url, demo: false }, environment);
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
  expect(await found()).toEqual([]);
  const [name = ''] = await readdir(folder);
  const record = { pid: 2 ** 22 + 1, url, code: '', data_dir: folder, database: '' };
  const flags = { embedded: true, production: false, demo: false, smtp: false };
  const settings = {
    secret_check: '',
    media_store: '',
    messages_folder: '',
    collections_folder: '',
  };
  await writeFile(
    join(folder, '4194305.json'),
    JSON.stringify({ ...record, ...flags, ...settings }),
  );
  await recordServer(config, { url, demo: false }, environment);
  expect(await readdir(folder)).toEqual([name]);
});

it('ignores files that are no records', async () => {
  await writeFile(join(folder, '1.json'), '{"pid":1}');
  await writeFile(join(folder, 'other.txt'), 'x');
  await chmod(folder, 0o700);
  expect(await found()).toEqual([]);
});
