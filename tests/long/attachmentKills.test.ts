import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MediaStore, createMediaStore } from '#server/gateways/storage/media.ts';
import { startSession } from '#server/services/login/session.ts';
import { removeMedia } from '#server/services/files/mediaRemovals.ts';
import { sendFile, upload } from '../setup/attachments.ts';
import {
  type TestDatabase,
  corePlatform,
  createTestDatabase,
  createUser,
} from '../setup/database.ts';
import { type ServerProcess, freePort, startServerProcess } from '../setup/process.ts';
import { type S3Server, startS3Server } from '../setup/s3Server.ts';
import type { TestServer } from '../setup/server.ts';

let folder: string;
let database: TestDatabase;
let s3: S3Server;
let media: MediaStore;
let server: ServerProcess;
let userId: string;
let cookie: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-uploads-'));
  database = await createTestDatabase();
  s3 = await startS3Server();
  media = createMediaStore({ mediaStore: 's3://media', s3: s3.config });
});

afterAll(async () => {
  await s3.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  userId = await createUser(database, 10);
  cookie = `session=${await startSession(database.query, userId, new Date())}`;
  server = await startServerProcess(await freePort(), {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    MEDIA_STORE: 's3://media',
    S3_ENDPOINT: s3.config.endpoint ?? '',
    S3_REGION: s3.config.region,
    S3_ACCESS_KEY_ID: s3.config.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
  });
});

afterEach(() => server.end('SIGKILL'));

const patience = { timeout: 20_000 };

const front: Pick<TestServer, 'fetch'> = {
  fetch: (path, init) =>
    fetch(`${server.url}${path}`, {
      ...init,
      headers: { origin: server.url, cookie, ...(init?.headers as Record<string, string>) },
    }),
};

/** The state of the database and the store: rows, notes of deleted files, and files. */
async function known(): Promise<{ rows: number; notes: number; files: number }> {
  const { rows } = await database.query.execute<{ rows: number; notes: number }>(
    sql`select (select count(*)::int from attachment) as rows, (select count(*)::int from media_removal) as notes`,
  );
  return { rows: rows[0]?.rows ?? 0, notes: rows[0]?.notes ?? 0, files: s3.objects.size };
}

/** The work of the job a day later. */
async function removeADayLater(): Promise<void> {
  await database.query.execute(sql`update media_removal set due = due - interval '1 day'`);
  await removeMedia({ ...corePlatform(database), media });
}

/** Keeps uploads of the user from being stored while `work` runs. */
async function beforeTheRow(work: () => Promise<unknown>): Promise<void> {
  const client = await database.pool.connect();
  const call = (name: string) =>
    client.query(`select ${name}(hashtextextended($1, 0))`, [`attachments:${userId}`]);
  await call('pg_advisory_lock');
  try {
    await work();
  } finally {
    await call('pg_advisory_unlock');
    client.release();
  }
}

describe('a server that is killed while a file is uploaded', () => {
  it('leaves no orphan, whether the file was stored or not', async () => {
    s3.faults.push(...Array<'answers 503'>(6).fill('answers 503'));
    const unstored = sendFile(front, cookie, 'Never stored').catch(() => undefined);
    await expect.poll(known, patience).toEqual({ rows: 0, notes: 1, files: 0 });
    await expect.poll(() => s3.faults.length, patience).toBeLessThan(6);
    await server.end('SIGKILL');
    await unstored;
    s3.faults.length = 0;
    await removeADayLater();
    expect(await known()).toEqual({ rows: 0, notes: 0, files: 0 });
  });

  it('leaves no file without a row, and no row without a file', async () => {
    const kept = await upload(front, cookie, 'Kept');
    await beforeTheRow(async () => {
      const stored = sendFile(front, cookie, 'Stored').catch(() => undefined);
      await expect.poll(known, patience).toEqual({ rows: 1, notes: 1, files: 2 });
      await removeMedia({ ...corePlatform(database), media });
      expect(await known()).toEqual({ rows: 1, notes: 1, files: 2 });
      await front.fetch(`/api/chat/attachments/${kept.id}`, { method: 'DELETE' });
      expect(await known()).toEqual({ rows: 0, notes: 2, files: 2 });
      await server.end('SIGKILL');
      await stored;
    });
    // A removal that was broken off between the file and its note is done once more.
    await database.query.execute(sql`update media_removal set removing = true where due <= now()`);
    await media.remove(`attachments/${kept.id}`);
    await removeADayLater();
    expect(await known()).toEqual({ rows: 0, notes: 0, files: 0 });
  });
});

describe('an upload that takes longer than a day', () => {
  it('is refused when its file was removed meanwhile', async () => {
    let sending: Promise<Response> | undefined;
    await beforeTheRow(async () => {
      sending = sendFile(front, cookie, 'Late');
      await expect.poll(known, patience).toEqual({ rows: 0, notes: 1, files: 1 });
      await removeADayLater();
      expect(await known()).toEqual({ rows: 0, notes: 0, files: 0 });
    });
    expect((await sending)?.status).toBe(503);
    expect(await known()).toEqual({ rows: 0, notes: 0, files: 0 });
  });
});
