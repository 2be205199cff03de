import { mkdtemp, realpath, rm, symlink, unlink } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Config, readConfig } from '#server/config.ts';
import { withoutOutside } from '#server/services/operation/restoredCopy.ts';
import { recordServer } from '#server/services/operation/runningServers.ts';
import {
  besideServer,
  refuseLostMail,
  refuseOtherSettings,
  useRunningServer,
} from '../../../scripts/commands/runningServer.ts';

let folder: string;
let http: Server;
/** The configuration of a server that sends mail by SMTP, and runs. */
let config: Config;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'dolores-running-')));
  http = createServer((_, response) => response.end('ok'));
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  config = readConfig({ DATA_DIR: folder, SMTP_URL: 'smtp://127.0.0.1:9' });
  const environment = { RUNTIME_DIRECTORY: folder, DATA_DIR: folder };
  await recordServer(config, { url, demo: false }, environment);
  await useRunningServer(environment);
});

afterEach(async () => {
  http.closeAllConnections();
  http.close();
  await rm(folder, { recursive: true, force: true });
});

it('refuses a command that would not send the mail that the server sends', () => {
  expect(() => refuseLostMail(config)).not.toThrow();
  expect(() => refuseLostMail({ ...config, smtpUrl: undefined })).toThrow('no SMTP_URL');
});

it('does not ask for a mail server on a restored copy, which sends no mail', () => {
  expect(() => refuseLostMail(withoutOutside(config))).not.toThrow();
});

it('refuses a command whose SECRET is not the one of the server', () => {
  expect(besideServer(config)).toMatchObject({ secret: config.secret });
  const ours = { ...config, secret: 'another secret of thirty-two letters' };
  expect(() => besideServer(ours)).toThrow(
    /\(process \d+\) has another SECRET: .* --env-file\. Nothing was changed\.$/,
  );
});

it('refuses a command that would read files of another place than the server', () => {
  const elsewhere = { ...config, mediaStore: 's3://other/media', messagesFolder: '/srv/messages' };
  expect(() => besideServer(elsewhere)).toThrow('has another MEDIA_STORE, MESSAGES_FOLDER:');
  expect(() =>
    refuseOtherSettings({ ...config, mediaStore: '/x' }, ['MESSAGES_FOLDER']),
  ).not.toThrow();
});

it('has the secret of a server for development also when it names the folder by a link', async () => {
  const link = `${folder}-link`;
  await symlink(folder, link);
  const linked = readConfig({ DATA_DIR: link, SMTP_URL: 'smtp://127.0.0.1:9' });
  expect(() => besideServer(linked)).not.toThrow();
  await unlink(link);
});
