import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applySnapshotDelta } from '#contract/publishing/snapshotDelta.ts';
import { addDays } from '#domain/dates.ts';
import { countConversation } from '#server/services/answers/close/countConversation.ts';
import { isCurrent } from '#server/services/snapshot/changesSince.ts';
import { closedDayOf } from '#domain/dates.ts';
import { streamSnapshot } from '#server/services/snapshot/streamSnapshot.ts';
import { type TestDatabase, createTestDatabase, createUser } from '../../setup/database.ts';
import { snapshotSteps } from '../../setup/snapshotSteps.ts';
import { makeSnapshotDirectory } from '../../setup/snapshotDirectory.ts';
import { times } from '../../setup/longRuns.ts';

let database: TestDatabase;

const now = new Date();
const closedDay = closedDayOf(now);

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** The lines of the server, as JSON texts. */
async function read(since?: string, at = now): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of streamSnapshot(database, at, since)) lines.push(JSON.stringify(line));
  return lines;
}

async function readFull(): Promise<Map<string, string>> {
  return applySnapshotDelta(new Map(), await read());
}

const versionOf = (snapshot: Map<string, string>) => firstOf([...snapshot.values()]).version;

function firstOf(lines: readonly string[]): { version: string; since?: string } {
  return JSON.parse(lines[0] ?? '{}') as { version: string; since?: string };
}

/** Without the first line: transactions elsewhere give the same content another version. */
const contentOf = (snapshot: Map<string, string>) =>
  [...snapshot].filter(([key]) => key !== 'snapshot').toSorted(byKey);

function byKey([one]: [string, string], [other]: [string, string]): number {
  return one < other ? -1 : 1;
}

/** The types of a delta's lines, without its first and last one, and removals as `-type`. */
function typesOf(lines: readonly string[]): string[] {
  return lines.slice(1, -1).map((text) => {
    const line = JSON.parse(text) as { type: string; of?: string };
    return line.type === 'gone' ? `-${line.of}` : line.type;
  });
}

describe('the changes of the snapshot', () => {
  it('turn an earlier snapshot into the full one, for any changes', async () => {
    const directory = await makeSnapshotDirectory(database, closedDay);
    let held = await readFull();
    const check = async () => {
      const version = versionOf(held);
      const isStill = await isCurrent(database, { closedDay }, version);
      const delta = await read(version);
      expect(firstOf(delta).since).toBe(version);
      if (isStill) expect(typesOf(delta)).toEqual([]);
      held = applySnapshotDelta(held, delta);
      expect(contentOf(held)).toEqual(contentOf(await readFull()));
    };
    try {
      await fc.assert(
        fc.asyncProperty(snapshotSteps, async (steps) => {
          for (const step of steps) await directory.take(step);
          await check();
        }),
        { numRuns: times(15, 50), endOnFailure: true },
      );
    } finally {
      await directory.close();
    }
    await check();
  });

  it('are one GPT after one edit', async () => {
    await database.pool.query(`insert into gpt (id, name) values ('one', 'One'), ('two', 'Two')`);
    const version = versionOf(await readFull());
    expect(typesOf(await read(version))).toEqual([]);
    await database.pool.query(`update gpt set name = 'Other' where id = 'one'`);
    const delta = await read(version);
    expect(typesOf(delta)).toEqual(['gpt', '-removed', '-usage', '-reviews']);
    expect(delta[1]).toContain('"name":"Other"');
  });

  it('are one model after a change of its price, and its removal after a reset', async () => {
    const change = (statement: string) => database.pool.query(statement);
    const before = versionOf(await readFull());
    await change(`insert into model_setting (id, price) values ('claude-2', 3)`);
    const delta = await read(before);
    expect(typesOf(delta)).toEqual(['model']);
    expect(delta[1]).toContain('"price":3');
    const between = versionOf(await readFull());
    await change(`delete from model_setting where id = 'claude-2'`);
    expect(typesOf(await read(between))).toEqual(['-model']);
  });

  it('include the writes of a transaction before the snapshot that committed after it', async () => {
    const late = await database.pool.connect();
    await late.query('begin');
    await late.query(`update gpt set name = 'Late' where id = 'two'`);
    const before = versionOf(await readFull());
    await database.pool.query(`update gpt set name = 'Early' where id = 'one'`);
    const between = versionOf(await readFull());
    await late.query('commit');
    late.release();
    expect(await isCurrent(database, { closedDay }, between)).toBe(false);
    const names = async (since: string) =>
      [...(await read(since)).join().matchAll(/"name":"(\w+)"/g)].map(([, name]) => name);
    expect(await names(before)).toEqual(['Early', 'Late']);
    expect(await names(between)).toEqual(['Late']);
  });

  it('are empty after a chat, until that day is closed', async () => {
    const version = versionOf(await readFull());
    const userId = await createUser(database);
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into conversation (user_id, title, gpt_id) values ($1, 'Chat', 'one') returning id`,
      [userId],
    );
    const charged = { conversationId: rows[0]?.id ?? '', userId };
    // A day that cannot come to its end while this runs.
    const tomorrow = new Date(now.getTime() + 86_400_000);
    await database.transaction((transaction) => countConversation(transaction, charged, tomorrow));
    expect(await isCurrent(database, { closedDay }, version)).toBe(true);
  });
});

describe('a version of the snapshot', () => {
  it.each([
    'nonsense',
    `${closedDay}.aaaaaaaaaaaaaaaa.5:4:`,
    `${closedDay}.aaaaaaaaaaaaaaaa.0:0:`,
    `${closedDay}.aaaaaaaaaaaaaaaa.99999999999999999999:99999999999999999999:`,
    `${closedDay}.aaaaaaaaaaaaaaaa.4:9:7.6`,
    `${closedDay}.aaaaaaaaaaaaaaaa.4:9:`,
  ])('that this server never wrote (%s) is answered in full', async (version) => {
    expect(await isCurrent(database, { closedDay }, version)).toBe(false);
    const lines = await read(version);
    expect(firstOf(lines).since).toBeUndefined();
    expect(typesOf(lines)).toContain('gpt');
  });

  it('ends with its day, and with the one before its changes are forgotten', async () => {
    const version = versionOf(await readFull());
    await database.pool.query(`update gpt set name = 'Changed' where id = 'one'`);
    expect(firstOf(await read(version)).since).toBe(version);
    const tomorrow = new Date(now.getTime() + 86_400_000);
    expect(firstOf(await read(version, tomorrow)).since).toBeUndefined();
    expect(await isCurrent(database, { closedDay: addDays(closedDay, 1) }, version)).toBe(false);
    // Transactions of other tests may hold more of them.
    const { rows } = await database.pool.query(
      `select 1 from snapshot_change, snapshot_origin where changed < floor`,
    );
    expect(rows).toEqual([]);
    await database.pool.query(`update snapshot_origin set floor = pg_current_xact_id()`);
    expect(firstOf(await read(version)).since).toBeUndefined();
    await database.pool.query(`update snapshot_origin set floor = '3', closed_day = $1`, [
      closedDay,
    ]);
  });

  it('of another database, or from before a restored backup, is answered in full', async () => {
    const version = versionOf(await readFull());
    const [day, source, seen = ''] = version.split('.');
    const other = await createTestDatabase(2);
    const isKnownThere = await isCurrent(other, { closedDay }, version);
    await other.drop();
    expect(isKnownThere).toBe(false);
    const ahead = `${day}.${source}.${seen.replace(/:\d+:.*/, ':9999999999:')}`;
    expect(firstOf(await read(ahead)).since).toBeUndefined();
    // Tables that were emptied or created again are in other files.
    for (const table of ['ranking_period', 'model_setting']) {
      const before = versionOf(await readFull());
      expect(firstOf(await read(before)).since).toBeDefined();
      await database.pool.query(`truncate ${table} cascade`);
      expect(firstOf(await read(before)).since).toBeUndefined();
    }
  });

  it('stays short while very many transactions are open', async () => {
    const clients = await Promise.all(Array.from({ length: 15 }, () => database.pool.connect()));
    for (const client of clients) {
      await client.query('begin');
      await client.query('select pg_current_xact_id()');
    }
    const version = versionOf(await readFull());
    for (const client of clients) {
      await client.query('rollback');
      client.release();
    }
    expect(version.length).toBeLessThan(400);
    expect(firstOf(await read(version)).since).toBe(version);
  });
});

describe('the triggers of the snapshot', () => {
  it('watch every column of a GPT except those that appear only at the end of the day', async () => {
    const { rows } = await database.pool.query<{ column: string }>(`
      select attname as column from pg_attribute
      where attrelid = 'gpt'::regclass and attnum > 0 and not attisdropped and attnum <> all (
        select unnest(tgattr) from pg_trigger where tgname = 'gpt_updated') order by attname`);
    // It is set together with the field that makes a GPT public.
    const setWithVisibility = 'first_published';
    expect(rows.map(({ column }) => column)).toEqual([
      'created',
      setWithVisibility,
      'import_digest',
      'own_chats',
      'updated',
    ]);
  });
});
