import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '#contract/account/account.ts';
import type { LedgerEntry } from '#contract/credits/ledger.ts';
import { pictureMaxBytes } from '#domain/account/profile.ts';
import { mediaRemoval } from '#server/db/schema/media.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { removeMedia } from '#server/services/files/mediaRemovals.ts';
import { eq } from 'drizzle-orm';
import { ask, errorOf, readAll } from '../../setup/chat.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

function change(cookie: string, body: object): Promise<Response> {
  return server.fetch('/api/account', { method: 'PATCH', cookie, body: JSON.stringify(body) });
}

/** Uploads a picture with the octets given. */
function put(cookie: string, content: Uint8Array<ArrayBuffer>, query = ''): Promise<Response> {
  const headers = { 'content-type': 'application/octet-stream' };
  const path = `/api/account/picture${query}`;
  return server.fetch(path, { method: 'PUT', cookie, headers, body: content });
}

/** A picture of three coloured thirds, 300 × 100. */
async function thirds(): Promise<Uint8Array<ArrayBuffer>> {
  const third = (background: string) =>
    sharp({ create: { width: 100, height: 100, channels: 3, background } })
      .png()
      .toBuffer();
  const input = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map(third));
  const whole = { width: 300, height: 100, channels: 3 as const, background: '#000' };
  const parts = input.map((part, index) => ({ input: part, left: index * 100, top: 0 }));
  const made = await sharp({ create: whole })
    .composite(parts)
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .jpeg({ quality: 95 })
    .toBuffer();
  return new Uint8Array(made);
}

async function pictureOf(cookie: string): Promise<string> {
  return ((await (await server.fetch('/api/account', { cookie })).json()) as User).picture;
}

describe('PATCH /api/account', () => {
  it('changes the name, in one line and without invisible characters, and the language of mails', async () => {
    const { cookie, userId } = await server.signIn();
    const changed = await change(cookie, { name: '  Ada\n \u202eLovelace\u200b ' });
    expect(await changed.json()).toMatchObject({ user_id: userId, name: 'Ada Lovelace' });
    expect((await change(cookie, { language: 'de' })).status).toBe(200);
    const [row] = await server.database.query.select().from(appUser).where(eq(appUser.id, userId));
    expect(row).toMatchObject({ name: 'Ada Lovelace', language: 'de' });
    expect(await (await change(cookie, {})).json()).toMatchObject({ name: 'Ada Lovelace' });
  });

  it.each([
    ['nothing', ' \u200b '],
    ['more than 40 characters', 'x'.repeat(41)],
    ['an address', 'ada@example.org'],
  ])('refuses %s as a name', async (_, name) => {
    const { cookie } = await server.signIn();
    const refusal = await errorOf(await change(cookie, { name }));
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' });
  });

  it('takes forty characters of any script, and no unknown field', async () => {
    const { cookie } = await server.signIn();
    expect((await change(cookie, { name: '👩‍💻'.slice(0, 2).repeat(40) })).status).toBe(200);
    expect((await change(cookie, { email: 'x@example.org' })).status).toBe(400);
    expect((await server.fetch('/api/account', { method: 'PATCH', body: '{}' })).status).toBe(401);
  });
});

describe('the picture of an account', () => {
  it('is a square of the chosen part, encoded again, for its owner and cached for ever', async () => {
    const { cookie } = await server.signIn();
    const stranger = await server.signIn();
    const content = await thirds();
    const colours: number[] = [];
    for (const position of [0, 0.5, 1]) {
      expect((await put(cookie, content, `?position=${position}`)).status).toBe(200);
      const response = await server.fetch(await pictureOf(cookie), { cookie });
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
      const file = sharp(Buffer.from(await response.arrayBuffer()));
      const { width, height, exif } = await file.metadata();
      expect([width, height, exif]).toEqual([256, 256, undefined]);
      const { channels } = await file.stats();
      colours.push(channels.findIndex(({ mean }) => mean > 200));
    }
    expect(colours).toEqual([0, 1, 2]);
    const path = await pictureOf(cookie);
    expect((await server.fetch(path)).status).toBe(401);
    expect((await server.fetch(path, { cookie: stranger.cookie })).status).toBe(404);
  });

  it('is deleted with its file when it is replaced or removed, and with its user', async () => {
    const { cookie } = await server.signIn();
    const content = await thirds();
    const paths: string[] = [];
    for (const _ of [1, 2]) {
      await put(cookie, content);
      paths.push(await pictureOf(cookie));
    }
    await removeMedia(server.platform);
    const keyOf = (path = '') => path.replace('/api/account/', '');
    expect(await server.platform.media.get(keyOf(paths[0]))).toBeUndefined();
    expect(await server.platform.media.get(keyOf(paths[1]))).toBeDefined();
    expect((await server.fetch(paths[0] ?? '', { cookie })).status).toBe(404);
    const taken = await server.fetch('/api/account/picture', { method: 'DELETE', cookie });
    expect(await taken.json()).toMatchObject({ picture: '/avatar.png' });
    await removeMedia(server.platform);
    expect(await server.platform.media.get(keyOf(paths[1]))).toBeUndefined();
    const gone = { email: 'gone@example.org', name: 'Gone', picture: '/api/account/pictures/gone' };
    await server.database.query.insert(appUser).values(gone);
    await server.database.query.delete(appUser).where(eq(appUser.email, gone.email));
    const noted = await server.database.query.select().from(mediaRemoval);
    expect(noted.map(({ key }) => key)).toEqual(['pictures/gone']);
  });

  it('is refused if it is no picture, too large or damaged, and the earlier one stays', async () => {
    const { cookie } = await server.signIn();
    await put(cookie, await thirds());
    const before = await pictureOf(cookie);
    const large = new Uint8Array(randomBytes(pictureMaxBytes + 1));
    large.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const damaged = (await thirds()).slice(0, 400);
    for (const [content, code] of [
      [large, 'attachment_too_large'],
      [new TextEncoder().encode('A text'), 'attachment_type'],
      [new TextEncoder().encode('%PDF-1.4 no'), 'attachment_type'],
      [damaged, 'attachment_unreadable'],
    ] as const) {
      expect((await errorOf(await put(cookie, content))).code).toBe(code);
    }
    expect((await errorOf(await put(cookie, damaged, '?position=2'))).code).toBe('invalid_input');
    expect(await pictureOf(cookie)).toBe(before);
  });
});

describe('GET /api/account/ledger', () => {
  it('names the conversation of each question, until it is deleted', async () => {
    const { cookie } = await server.signIn(10);
    const asked = await readAll(await ask(server, cookie, { text: 'sandbox: fast 2' }));
    const id = asked.accepted?.conversation_id;
    const rows = async () => {
      const answer = await server.fetch('/api/account/ledger', { cookie });
      return ((await answer.json()) as { items: LedgerEntry[] }).items;
    };
    const conversation = { id, title: 'sandbox: fast 2', target: { model: 'gpt-4o-mini' } };
    expect((await rows()).map((row) => [row.kind, row.reason, row.conversation])).toEqual([
      ['settle', 'answer_finished', conversation],
      ['hold', 'question', conversation],
      ['grant', expect.any(String), null],
    ]);
    await server.fetch(`/api/chat/conversations/${id}`, { method: 'DELETE', cookie });
    expect((await rows()).map((row) => row.conversation)).toEqual([null, null, null]);
  });
});
