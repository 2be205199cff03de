import { mkdtemp, readdir, rm, stat, utimes, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MediaStore, createMediaStore } from '#server/gateways/storage/media.ts';
import { download, upload } from '../../setup/attachments.ts';
import { type S3Server, startS3Server } from '../../setup/s3Server.ts';
import { startTestServer } from '../../setup/server.ts';

let folder: string;
let s3: S3Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-media-'));
  s3 = await startS3Server();
});

afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const key = 'attachments/0b7c1f9e-1111-4222-8333-444455556666';

const stores: readonly (readonly [string, () => MediaStore])[] = [
  ['a folder', () => createMediaStore({ mediaStore: join(folder, 'media'), s3: undefined })],
  ['a bucket', () => createMediaStore({ mediaStore: 's3://bucket/some/prefix', s3: s3.config })],
];

describe.each(stores)('the media store in %s', (_, open) => {
  const read = async (store: MediaStore) => {
    const content = await store.get(key);
    return content && [content.size, (await buffer(content.stream())).toString()];
  };

  it('keeps the last written content, from bytes or a stream, until it is removed', async () => {
    const store = open();
    expect(await read(store)).toBeUndefined();
    await store.put(key, Buffer.from('first'), 'text/plain');
    expect(await read(store)).toEqual([5, 'first']);
    await store.put(key, pieces('sec', 'ond!'), 'text/plain');
    expect(await read(store)).toEqual([7, 'second!']);
    await store.remove(key);
    await store.remove(key);
    expect(await read(store)).toBeUndefined();
  });

  it.each(['../secret', 'attachments/../../x', '/etc/passwd', 'attachments', 'a/b/c', 'a/.'])(
    'finds no key %s',
    async (wrong) => {
      await expect(open().get(wrong)).rejects.toThrow('is no key');
      await expect(open().put(wrong, Buffer.from('x'), 'text/plain')).rejects.toThrow('is no key');
    },
  );
});

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

describe('isEmpty', () => {
  it.each(stores)('returns whether there is a file: %s', async (_, open) => {
    const store = open();
    await store.remove(key);
    expect(await store.isEmpty()).toBe(true);
    await store.put(key, Buffer.from('whole'), 'text/plain');
    expect(await store.isEmpty()).toBe(false);
    await store.remove(key);
    expect(await store.isEmpty()).toBe(true);
  });
});

describe('a folder of media', () => {
  it('never shows a partial file, and deletes it', async () => {
    const media = join(folder, 'broken');
    const store = createMediaStore({ mediaStore: media, s3: undefined });
    expect(await store.isHere()).toBe(false);
    const breaking = (async function* () {
      yield Buffer.from('half');
      throw new Error('cut');
    })();
    await expect(store.put(key, breaking, 'text/plain')).rejects.toThrow('cut');
    expect(await store.get(key)).toBeUndefined();
    expect(await store.isHere()).toBe(true);
    expect(await readdir(join(media, '.incoming'))).toEqual([]);
  });

  it('deletes the files of a killed process, and no younger ones', async () => {
    const media = join(folder, 'killed');
    const incoming = join(media, '.incoming');
    await mkdir(incoming, { recursive: true });
    for (const name of ['old', 'young']) await writeFile(join(incoming, name), 'half');
    const past = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(incoming, 'old'), past, past);
    await createMediaStore({ mediaStore: media, s3: undefined }).tidy();
    expect(await readdir(incoming)).toEqual(['young']);
  });

  it('is readable by its owner only on this machine', async () => {
    const media = join(folder, 'private');
    const store = createMediaStore({ mediaStore: media, s3: undefined });
    await store.put(key, Buffer.from('x'), 'text/plain');
    const { mode } = await stat(join(media, 'attachments', '0b', key.slice('attachments/'.length)));
    expect(mode & 0o077).toBe(0);
  });
});

describe('a server with a bucket', () => {
  it('keeps attachments there, also when the storage fails now and then', async () => {
    const server = await startTestServer({
      environment: {
        MEDIA_STORE: 's3://uploads/chat/',
        S3_ENDPOINT: s3.config.endpoint ?? '',
        S3_REGION: s3.config.region,
        S3_ACCESS_KEY_ID: s3.config.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
      },
    });
    const { cookie } = await server.signIn();
    s3.faults.push('answers 503', 'cuts the connection');
    const { id } = await upload(server, cookie, 'Kept elsewhere');
    const stored = s3.objects.get(`uploads/chat/attachments/${id}`);
    expect(stored?.body.toString()).toBe('Kept elsewhere');
    expect(stored?.headers['content-type']).toBe('text/plain');
    expect((await download(server, cookie, id)).bytes.toString()).toBe('Kept elsewhere');
    await server.close();
  });
});
