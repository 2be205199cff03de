import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snapshotLine, type SnapshotLine } from '#contract/publishing/snapshot.ts';
import { addDays, dayOf } from '#domain/dates.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { gptUsageDay } from '#server/db/schema/ranking.ts';
import { editGpt } from '#server/services/gpts/editGpt.ts';
import { hideGpt, showGpt } from '#server/services/gpts/withdrawGpt.ts';
import { operatorToken } from '#server/services/publishing/operatorToken.ts';
import {
  fetchSnapshot,
  fetchSnapshotChanges,
  writeSnapshotFile,
} from '#server/services/snapshot/fetchSnapshot.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;
let token: string;

const today = dayOf(new Date());
const closedDay = addDays(today, -1);

beforeAll(async () => {
  server = await startTestServer();
  token = await operatorToken(server.platform.config);
  const { query } = server.database;
  await query.insert(gpt).values([
    { id: 'b', name: 'B', importedChats: 10, ownChats: 5 },
    { id: 'a', name: 'A', importedChats: 12 },
    { id: 'C', name: 'C', importedChats: 12 },
    { id: 'linked', name: 'Linked', visibility: 'link', importedChats: 99 },
    { id: 'hidden', name: 'Hidden', hidden: new Date(), importedChats: 99 },
    { id: 'gone', name: 'Gone', removed: new Date() },
  ]);
  await query.insert(gptUsageDay).values([
    { gptId: 'b', day: today, own: 4 },
    { gptId: 'b', day: closedDay, own: 1, imported: 7 },
    { gptId: 'b', day: addDays(closedDay, -2), imported: 3, estimated: true, gap: true },
    { gptId: 'C', day: addDays(closedDay, -89), imported: 1 },
    { gptId: 'C', day: addDays(closedDay, -90), imported: 1 },
    { gptId: 'a', day: addDays(closedDay, -399), imported: 3 },
    { gptId: 'a', day: addDays(closedDay, -400), imported: 2 },
    { gptId: 'a', day: addDays(closedDay, -10), imported: 0 },
    { gptId: 'hidden', day: closedDay, imported: 2 },
  ]);
});

afterAll(() => server.close());

function ask(headers: Record<string, string>): Promise<Response> {
  return server.fetch('/api/snapshot', { headers });
}

async function lines(): Promise<SnapshotLine[]> {
  const found: SnapshotLine[] = [];
  for await (const text of fetchSnapshot(server.url, token)) {
    found.push(snapshotLine.parse(JSON.parse(text)));
  }
  return found;
}

describe('the snapshot', () => {
  it('has the time of each GPT’s last change: by an edit, its undo, a hide and a show, not by a chat', async () => {
    const { database, platform } = server;
    const readChanged = async () => {
      const line = (await lines()).find((one) => one.type === 'gpt' && one.gpt.id === 'a');
      return line?.type === 'gpt' ? line.changed : undefined;
    };
    const before = await readChanged();
    await database.query.execute(sql`update gpt set own_chats = own_chats where id = 'a'`);
    expect(await readChanged()).toBe(before);
    const instants = [before];
    for (const text of ['Other', 'A']) {
      await editGpt(database, 'a', [{ field: 'name', text }]);
      instants.push(await readChanged());
    }
    await hideGpt(platform, 'a', 'Copied');
    expect(await readChanged()).toBeUndefined();
    await showGpt(platform, 'a');
    instants.push(await readChanged());
    expect(instants).not.toContain(undefined);
    expect(instants.map(String)).toEqual([...new Set(instants.map(String))].toSorted());
  });

  it.each([{}, { authorization: 'Bearer wrong' }, { authorization: `Basic ${'x'.repeat(43)}` }])(
    'is refused to requests with %o',
    async (headers) => {
      const answer = await ask(headers);
      expect(answer.status).toBe(401);
      expect(await answer.text()).not.toContain('"type"');
    },
  );

  it('keeps its own token readable by its owner only', async () => {
    const file = join(server.platform.config.dataDir, 'operator-token');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file, 'utf8')).trim()).toBe(token);
    expect(await operatorToken({ ...server.platform.config, operatorToken: 'own' })).toBe('own');
  });

  it('has public GPTs by popularity, removed ids and closed days, and its own counts', async () => {
    const found = await lines();
    expect(found[0]).toMatchObject({ type: 'snapshot', closed_day: closedDay });
    const gpts = found.flatMap((line) =>
      line.type === 'gpt' ? [[line.gpt.id, line.gpt.chats]] : [],
    );
    expect(gpts).toEqual([
      ['C', 12],
      ['a', 12],
      ['b', 11],
    ]);
    expect(found.slice(4)).toEqual([
      { type: 'removed', id: 'gone' },
      {
        type: 'usage',
        id: 'C',
        last_day: addDays(closedDay, -89),
        imported: [1, 1],
        own: [0, 0],
        estimated: [],
        gaps: [],
        imported_until: addDays(closedDay, -89),
        own_since: null,
      },
      {
        type: 'usage',
        id: 'a',
        last_day: addDays(closedDay, -399),
        imported: [2, 3],
        own: [0, 0],
        estimated: [],
        gaps: [],
        imported_until: addDays(closedDay, -10),
        own_since: null,
      },
      {
        type: 'usage',
        id: 'b',
        last_day: closedDay,
        imported: [3, 0, 7],
        own: [0, 0, 1],
        estimated: [0],
        gaps: [0],
        imported_until: closedDay,
        own_since: closedDay,
      },
      { type: 'end', lines: 8 },
    ]);
  });

  it('has an ETag that is stable while nothing public changes', async () => {
    const authorization = `Bearer ${token}`;
    const first = await ask({ authorization });
    await first.text();
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"/);
    const again = await ask({ authorization, 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    await server.database.query.insert(gpt).values({ id: 'new', name: 'New' });
    const changed = await ask({ authorization, 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain('"id":"new"');
  });

  it('answers with the changes, with no change, or with all of it', async () => {
    const changes = async (since: string) => {
      const answer = await fetchSnapshotChanges(server.url, token, since);
      if (answer.kind === 'unchanged') return answer.kind;
      const found: { type: string; since?: string; version?: string }[] = [];
      for await (const text of answer.lines) found.push(JSON.parse(text));
      return found;
    };
    const [first] = await lines();
    const version = first?.type === 'snapshot' ? first.version : '';
    expect(await changes(version)).toBe('unchanged');
    await server.database.query.insert(gpt).values({ id: 'newer', name: 'Newer' });
    const [start, ...changed] = await changes(version);
    expect(start).toMatchObject({ type: 'snapshot', since: version });
    expect(changed).toMatchObject([
      { type: 'gpt', gpt: { id: 'newer' } },
      { type: 'gone', of: 'removed', key: 'removed/newer' },
      { type: 'gone', of: 'usage', key: 'usage/newer' },
      { type: 'gone', of: 'reviews', key: 'reviews/newer' },
      { type: 'end', lines: 5 },
    ]);
    const [whole, ...all] = await changes('of something else');
    expect(whole).not.toHaveProperty('since');
    expect(all.length).toBeGreaterThan(changed.length);
    await expect(fetchSnapshotChanges(server.url, token, 'x'.repeat(2_001))).rejects.toThrow(
      'answers 400',
    );
  });

  it('returns its connection when the reader leaves early', async () => {
    await server.database.query.insert(gpt).values(
      Array.from({ length: 150 }, (_, index) => ({
        id: `large-${index}`,
        name: 'Large',
        instructions: 'x'.repeat(20_000),
      })),
    );
    for (let round = 0; round < 10; round += 1) {
      for await (const text of fetchSnapshot(server.url, token)) if (text) break;
    }
    expect((await lines()).at(-1)).toMatchObject({ type: 'end' });
    await expect
      .poll(async () => {
        const open = await server.database.pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
        );
        return open.rowCount;
      })
      .toBe(0);
  });

  it('is not published when it broke off', async () => {
    const file = join(server.platform.config.dataDir, 'part.ndjson');
    for (const part of [[0, -1], [0, 0], [1]] as const) {
      const all = (await lines()).map((line) => JSON.stringify(line)).slice(...part);
      await expect(writeSnapshotFile(file, Readable.from(all))).rejects.toThrow(
        'broke off before its end',
      );
    }
    await rm(file);
    await expect(writeSnapshotFile(file, fetchSnapshot(server.url, 'wrong'))).rejects.toThrow(
      'refuses the operator token',
    );
  });
});
