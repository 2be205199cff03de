import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountFiles } from '#server/db/queries/accountFiles.ts';
import { personalTables } from '#server/services/account/export/personalTables.ts';
import { ask, readAll } from '../../setup/chat.ts';
import { upload } from '../../setup/attachments.ts';
import { callJson, storeConversation } from '../../setup/conversations.ts';
import { findPersonalTables } from '../../setup/personalColumns.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { unzip } from '../../setup/unzip.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const path = '/api/account/export';
const decoder = new TextDecoder();

async function readArchive(cookie: string): Promise<Map<string, string>> {
  const response = await server.fetch(path, { cookie });
  expect(response.status).toBe(200);
  const files = await unzip(await response.arrayBuffer());
  return new Map(Object.entries(files).map(([name, bytes]) => [name, decoder.decode(bytes)]));
}

function rows(archive: Map<string, string>, name: string): Record<string, unknown>[] {
  return JSON.parse(archive.get(name) ?? 'null') as Record<string, unknown>[];
}

/** Asks a question with a file, so that most tables have a row. */
async function useAccount(credits: number, text: string): Promise<{ cookie: string }> {
  const { cookie } = await server.signIn(credits);
  const file = await upload(server, cookie, `The file of ${text}`, 'Notes März.txt');
  const attachmentIds = [file.id];
  await readAll(await ask(server, cookie, { text: `sandbox: fast 3 ${text}`, attachmentIds }));
  return { cookie };
}

describe('the export of an account', () => {
  it('has all data of the user in readable form, and no data of others', async () => {
    const { cookie } = await useAccount(20, 'mine');
    const stranger = await useAccount(30, 'not mine');
    const title = 'Über / Grüße: a "title"';
    await storeConversation(server, cookie, title, [{ text: 'Hi' }, { text: 'Hello' }]);
    await storeConversation(server, cookie, title, [{ text: 'Again' }, { text: 'Hello' }]);
    const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } });
    const body = new Uint8Array(await picture.png().toBuffer());
    const headers = { 'content-type': 'application/octet-stream' };
    await server.fetch('/api/account/picture', { method: 'PUT', cookie, headers, body });
    const archive = await readArchive(cookie);

    const account = JSON.parse(archive.get('account.json') ?? '') as Record<string, unknown>;
    const { json: shown } = await callJson<{ email: string }>(
      server,
      cookie,
      'GET',
      '/api/account',
    );
    expect(account).toMatchObject({ email: shown.email, name: expect.any(String) });
    expect(rows(archive, 'credits/ledger.json').map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['grant', 'hold', 'settle']),
    );
    const ledger = rows(archive, 'credits/ledger.json');
    const sum = ledger.reduce((total, row) => total + Number(row['balance_change']), 0);
    expect(rows(archive, 'credits/balance.json')).toMatchObject({ available: sum });
    expect(rows(archive, 'sessions.json')).toHaveLength(1);
    expect(rows(archive, 'sign-ins.json')).toHaveLength(1);
    expect(archive.get('picture.webp')).toMatch(/^RIFF.{4}WEBP/s);
    const conversations = JSON.parse(archive.get('conversations/conversations.json') ?? '') as {
      conversations: { title: string }[];
    };
    expect(conversations.conversations.filter((it) => it.title === title)).toHaveLength(2);
    const documents = [...archive.keys()].filter((name) => name.endsWith('.md'));
    expect(documents).toHaveLength(3);
    expect(documents.filter((name) => name.includes('Über Grüße a title'))).toHaveLength(2);
    const [file] = rows(archive, 'files.json');
    expect(archive.get(`files/${String(file?.['id'])}/Notes März.txt`)).toBe('The file of mine');
    const all = [...archive.values()].join('\n');
    expect(all).not.toContain('not mine');
    expect(all).not.toMatch(/token_hash|code_hash/);
    expect((await readArchive(stranger.cookie)).get('conversations/conversations.json')).toContain(
      'not mine',
    );
  });

  it('names every file in its README, and is a download that is never cached', async () => {
    const { cookie } = await server.signIn();
    const response = await server.fetch(path, { cookie });
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="dolores-account-\d{4}-\d\d-\d\d\.zip"/,
    );
    const files = await unzip(await response.arrayBuffer());
    const readme = decoder.decode(files['README.txt']);
    for (const { name } of accountFiles) expect(readme).toContain(name);
  });

  it('reports a file that the storage has lost, and still has everything else', async () => {
    const { cookie } = await useAccount(20, 'lost');
    const before = rows(await readArchive(cookie), 'files.json');
    const id = String(before[0]?.['id']);
    await server.platform.media.remove(`attachments/${id}`);
    const archive = await readArchive(cookie);
    expect(archive.get(`files/${id}/lost.txt`)).toContain('is lost');
    expect(archive.get('conversations/conversations.json')).toContain('lost');
  });

  it('is refused without a session, and more than ten times an hour', async () => {
    expect((await server.fetch(path, {})).status).toBe(401);
    const { cookie } = await server.signIn();
    const statuses: number[] = [];
    for (let time = 0; time < 11; time += 1) {
      const response = await server.fetch(path, { cookie });
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});

describe('the list of tables with personal data', () => {
  it('has every table of the database that refers to a user', async () => {
    expect(Object.keys(personalTables).toSorted()).toEqual(
      await findPersonalTables(server.database),
    );
  });

  it('names only files that the archive has', async () => {
    const { cookie } = await useAccount(20, 'files');
    const names = [...(await readArchive(cookie)).keys()];
    const promised = Object.values(personalTables).flatMap((table) =>
      'file' in table.export ? [table.export.file] : [],
    );
    expect(promised.filter((file) => !names.includes(file))).toEqual([]);
  });
});
