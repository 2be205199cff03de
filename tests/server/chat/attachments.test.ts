import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteUnsent } from '#server/services/attachments/deleteUnsent.ts';
import { removeMedia } from '#server/services/files/mediaRemovals.ts';
import { download, sendFile, upload } from '../../setup/attachments.ts';
import { ask, errorOf, readAll } from '../../setup/chat.ts';
import { noise, pdf, picture } from '../../setup/files.ts';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';

let server: AccountServer;

beforeAll(async () => {
  server = await startAccountServer();
});

afterAll(() => server.close());

const remove = (cookie: string, id: string) =>
  server.fetch(`/api/chat/attachments/${id}`, { method: 'DELETE', cookie });

/** The names of all files in the media folder. */
async function files(): Promise<string[]> {
  const folder = server.platform.config.mediaStore;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe('an attachment', () => {
  it('is shown to its owner only, and cannot run in a browser', async () => {
    const { cookie } = await server.signIn();
    const { cookie: stranger } = await server.signIn();
    const { id } = await upload(server, cookie, pdf(['Hi']), '../ça\u202e "é".pdf');
    const { status, headers } = await download(server, cookie, id);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="_a ___.pdf"; filename*=UTF-8''%C3%A7a%20%22%C3%A9%22.pdf`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=86400, immutable',
      'cross-origin-resource-policy': 'same-origin',
    });
    for (const someone of [stranger, '']) {
      expect((await download(server, someone, id)).status).toBe(someone === '' ? 401 : 404);
      expect((await remove(someone, id)).status).toBe(someone === '' ? 401 : 200);
    }
    expect((await download(server, cookie, id)).status).toBe(200);
    const text = await upload(server, cookie, Buffer.from('Hi'), 'a.html');
    const kept = await download(server, cookie, text.id);
    expect(kept.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(kept.headers.get('content-disposition')).toMatch(/^attachment;/);
  });

  it('is deleted once, and its file soon after', async () => {
    const { cookie } = await server.signIn();
    const { id } = await upload(server, cookie, Buffer.from('Hi'));
    expect(await files()).toContain(id);
    for (const _ of [1, 2]) {
      const answer = await remove(cookie, id);
      expect([answer.status, await answer.json()]).toEqual([200, { id }]);
    }
    expect((await download(server, cookie, id)).status).toBe(404);
    await removeMedia(server.platform);
    expect(await files()).not.toContain(id);
  });

  it('that is never sent is deleted after a day, with its file', async () => {
    const { cookie } = await server.signIn();
    const [old, young] = [
      await upload(server, cookie, Buffer.from('Old')),
      await upload(server, cookie, Buffer.from('Young')),
    ];
    await server.database.query.execute(
      sql`update attachment set created = now() - interval '25 hours' where id = ${old.id}`,
    );
    await deleteUnsent(server.database);
    await removeMedia(server.platform);
    expect((await download(server, cookie, old.id)).status).toBe(404);
    expect((await download(server, cookie, young.id)).status).toBe(200);
    expect(await files()).not.toContain(old.id);
  });

  it('is deleted with its user', async () => {
    const { cookie, userId } = await server.signIn(0);
    const { id } = await upload(server, cookie, Buffer.from('Hi'));
    await server.database.query.execute(sql`delete from credit_balance where user_id = ${userId}`);
    await server.database.query.execute(sql`delete from app_user where id = ${userId}`);
    await removeMedia(server.platform);
    expect(await files()).not.toContain(id);
  });
});

describe('an upload', () => {
  it('needs a sign-in, a page of this site and a name', async () => {
    const { cookie } = await server.signIn();
    expect(await errorOf(await sendFile(server, '', 'Hi'))).toMatchObject({ status: 401 });
    const elsewhere = await server.fetch('/api/chat/attachments?name=a', {
      method: 'POST',
      cookie,
      body: 'Hi',
      headers: { origin: 'https://elsewhere.example', 'content-type': 'text/plain' },
    });
    expect(await errorOf(elsewhere)).toMatchObject({ code: 'other_origin' });
    for (const name of ['', ' ', 'x'.repeat(201)]) {
      expect(await errorOf(await sendFile(server, cookie, 'Hi', name))).toMatchObject({
        code: 'invalid_input',
      });
    }
    const attachment = await upload(server, cookie, 'Hi', '..\\..\u0000/..');
    expect(attachment.name).toBe('file');
  });

  it('is refused as soon as it is too large, for any announced length', async () => {
    const { cookie } = await server.signIn();
    const large = Buffer.alloc(16_000_001, 'x');
    const refusals = [
      await sendFile(server, cookie, large),
      await sendFile(server, cookie, new Blob([large]).stream()),
    ];
    for (const refusal of refusals) {
      const { error } = (await refusal.json()) as { error: unknown };
      expect(error).toMatchObject({ code: 'attachment_too_large', max_bytes: 16_000_000 });
    }
    const photo = Buffer.concat([await picture(9, 9).jpeg().toBuffer(), large]).subarray(
      0,
      8_000_001,
    );
    const refused = (await (await sendFile(server, cookie, photo)).json()) as { error: unknown };
    expect(refused.error).toMatchObject({ code: 'attachment_too_large', megabytes: 8 });
    expect(await readdir(join(server.platform.config.dataDir, 'uploads'))).toEqual([]);
  });

  it('that breaks off stores nothing', async () => {
    const { cookie } = await server.signIn();
    const sender = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.alloc(100_000, 'x')),
    });
    const sending = server.fetch('/api/chat/attachments?name=a', {
      method: 'POST',
      cookie,
      body,
      duplex: 'half',
      signal: sender.signal,
    } as RequestInit);
    const folder = join(server.platform.config.dataDir, 'uploads');
    await expect.poll(() => readdir(folder)).toHaveLength(1);
    sender.abort();
    await expect(sending).rejects.toThrow();
    await expect.poll(() => readdir(folder)).toEqual([]);
  });

  it.each(['sends no more', 'resets the connection'])(
    'whose client %s is not logged as a failure of the database',
    async (how) => {
      const { cookie } = await server.signIn();
      const { hostname, port } = new URL(server.url);
      const socket = connect(Number(port), hostname);
      const head = [
        'POST /api/chat/attachments?name=a HTTP/1.1',
        `host: ${hostname}:${port}`,
        `origin: ${server.url}`,
        `cookie: ${cookie}`,
        'content-length: 5000000',
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(100_000)}`);
      const folder = join(server.platform.config.dataDir, 'uploads');
      await expect.poll(() => readdir(folder)).toHaveLength(1);
      const before = server.logged.length;
      if (how === 'sends no more') socket.destroy();
      else socket.resetAndDestroy();
      await expect.poll(() => server.logged.slice(before).join('')).toContain('"msg":"request"');
      expect(await readdir(folder)).toEqual([]);
      expect(server.logged.slice(before).join('')).not.toContain('database');
    },
  );

  it('is one of four at once, and of twenty that wait to be sent', async () => {
    const { cookie } = await server.signIn();
    const many = await Promise.all(
      Array.from({ length: 6 }, (_, index) => sendFile(server, cookie, `Text ${index}`)),
    );
    const codes = many.map(({ status }) => status);
    expect(codes.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
    const { userId, cookie: keeper } = await server.signIn();
    await server.database.query.execute(
      sql`insert into attachment (user_id, kind, name, type, size)
        select ${userId}, 'text', 'a', 'text/plain', 1 from generate_series(1, 18)`,
    );
    const last = await Promise.all(
      Array.from({ length: 4 }, () => sendFile(server, keeper, 'Text')),
    );
    const refusals = last.filter(({ status }) => status !== 200);
    expect(refusals).toHaveLength(2);
    expect(await errorOf(refusals[0] ?? Response.error())).toMatchObject({
      status: 409,
      code: 'too_many_attachments',
    });
  });

  it('counts towards the bytes of a day', async () => {
    const { cookie } = await server.signIn();
    const file = await noise(1_600, 1_600).jpeg({ quality: 100 }).toBuffer();
    const { rows } = await server.database.query.execute<{ points: number }>(
      sql`select coalesce(max(points), 0)::int as points from rate_limit where key like 'upload_kilobytes%'`,
    );
    const { id } = await upload(server, cookie, file);
    await remove(cookie, id);
    const counted = await server.database.query.execute<{ points: number }>(
      sql`select max(points)::int as points from rate_limit where key like 'upload_kilobytes%'`,
    );
    expect(counted.rows[0]?.points).toBeGreaterThanOrEqual(
      Math.max(rows[0]?.points ?? 0, Math.ceil(file.byteLength / 1_000)),
    );
    await server.database.query.execute(
      sql`update rate_limit set points = 300000 where key like 'upload_kilobytes%'`,
    );
    const refused = await errorOf(await sendFile(server, cookie, 'Hi'));
    expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
    await server.database.query.execute(sql`delete from rate_limit where key like 'upload_%'`);
  });

  it('finds no attachment under another id', async () => {
    const { cookie } = await server.signIn();
    expect((await download(server, cookie, randomUUID())).status).toBe(404);
    expect((await download(server, cookie, 'x')).status).toBe(400);
  });
});

describe('the sandbox', () => {
  it('describes the files that it received', async () => {
    const { cookie } = await server.signIn(10);
    const photo = await picture(60, 40).jpeg().toBuffer();
    const { id, size } = await upload(server, cookie, photo, 'photo.jpg');
    const question = { text: 'What is it?', attachmentIds: [id] };
    const { text } = await readAll(await ask(server, cookie, question));
    expect(text).toContain(`A picture came with it: \`image/jpeg\`, ${size} bytes.`);
  });
});
