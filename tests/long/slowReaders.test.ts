import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSession } from '#server/services/login/session.ts';
import { type TestDatabase, createTestDatabase, createUser } from '../setup/database.ts';
import { type ServerProcess, freePort, startServerProcess } from '../setup/process.ts';
import { askSlowly, startLongUpstream } from '../setup/slowReaders.ts';

/** Server, upstream and readers are processes of their own. */
const readers = Number(process.env['SLOW_READERS'] ?? 300);
const readingOn = 5;
/** Of five characters: 4 MB. */
const words = 800_000;

let folder: string;
let database: TestDatabase;
let upstream: Awaited<ReturnType<typeof startLongUpstream>>;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-slow-'));
  database = await createTestDatabase();
  upstream = await startLongUpstream('word ', words);
  server = await startServerProcess(await freePort(), {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    COMPATIBLE_BASE_URL: upstream.baseUrl,
    // 300 answers that begin at once on a busy machine: this is not about the time limits of providers.
    FIRST_TOKEN_SECONDS: '600',
    IDLE_SECONDS: '600',
  });
});

afterAll(async () => {
  await server.end('SIGTERM');
  upstream.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('answers of 4 MB whose readers do not read', () => {
  it('finish, and are whole for a reader that continues', async () => {
    const cookies = await Promise.all(Array.from({ length: readers }, signIn));
    const slow = cookies.map((cookie) => askSlowly(server.url, cookie));
    await vi.waitFor(
      async () =>
        expect(await states()).toEqual([{ state: 'finished', reason: null, count: readers }]),
      { timeout: 600_000, interval: 2_000 },
    );
    for (const reader of slow.slice(0, readingOn)) {
      const { text, end } = await reader.readOn();
      expect(text.length).toBe(words * 5);
      expect(text.match(/word /g)).toHaveLength(words);
      expect(end).toMatchObject({ type: 'end', state: 'finished' });
    }
    for (const reader of slow) reader.leave();
  });
});

async function signIn(): Promise<string> {
  const userId = await createUser(database, 10);
  return `session=${await startSession(database.query, userId, new Date())}`;
}

async function states(): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ state: string }>(
    'select state, reason, count(*)::int from answer group by state, reason order by state',
  );
  return rows;
}
