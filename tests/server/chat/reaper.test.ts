import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { reapAnswers } from '#server/services/answers/close/reapAnswers.ts';
import { storedText } from '#server/services/answers/produce/storedText.ts';
import { storedAnswer } from '../../setup/answers.ts';
import { ask, creditOf, readAll } from '../../setup/chat.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
});

/** Its heartbeats would end the answers of dead servers before the test does. */
async function startWithoutHeartbeats(): Promise<TestServer> {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  try {
    return await startTestServer();
  } finally {
    vi.useRealTimers();
  }
}

/** An answer with some text whose server is dead. */
async function orphan(server: TestServer): Promise<{ id: string; cookie: string }> {
  const { cookie } = await server.signIn(10);
  const response = await ask(server, cookie, { text: 'sandbox: stall 3' });
  const { accepted } = await readAll(response, ({ text }) => text.includes('delta 3'));
  const id = accepted?.answer_id ?? '';
  await expect.poll(() => storedText(server.database.query, id)).toContain('delta 3');
  await server.database.query.execute(
    sql`update answer set owner_id = ${randomUUID()} where id = ${id}`,
  );
  return { id, cookie };
}

describe('the answer of a dead server', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startWithoutHeartbeats();
  });

  afterAll(async () => {
    expect(await verifyLedger(server.database)).toEqual([]);
    await server.close();
  });

  it('keeps the text that its server stored while it was being closed', async () => {
    const { id } = await orphan(server);
    const client = await server.database.pool.connect();
    await client.query('begin');
    await client.query('select from answer where id = $1 for share', [id]);
    const reaped = reapAnswers(server.database, new Date(), 'left', 1_800);
    await expect
      .poll(async () => {
        const { rows } = await server.database.query.execute(
          sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length;
      })
      .toBe(1);
    await client.query(
      `insert into answer_event (answer_id, number, event)
        select $1, max(number) + 1, '{"type":"delta","text":"and the last word"}'
        from answer_event where answer_id = $1`,
      [id],
    );
    await client.query('commit');
    client.release();
    expect(await reaped).toBe(1);
    const { state, text } = await storedAnswer(server.database, id);
    expect(state).toBe('interrupted');
    expect(text).toMatch(/delta 3 and the last word$/);
  });

  it('keeps a server that starts unready until it is closed', async () => {
    const { id, cookie } = await orphan(server);
    const client = await server.database.pool.connect();
    await client.query('begin');
    await client.query('select from answer where id = $1 for update', [id]);
    const environment = { PUBLISH_AT_START: 'no' };
    const next = await startTestServer({ database: server.database, environment });
    for (let time = 1; time <= 3; time += 1) {
      expect((await next.fetch('/readyz')).status).toBe(503);
    }
    await client.query('rollback');
    client.release();
    await expect.poll(async () => (await next.fetch('/readyz')).status).toBe(200);
    expect(await creditOf(next, cookie)).toEqual({ credit: 10, held: 0 });
    await next.close();
  });

  it('is closed although another one cannot be', async () => {
    const [first, stuck, last] = [await orphan(server), await orphan(server), await orphan(server)];
    await server.database.query.execute(
      sql`create or replace function refuse() returns trigger language plpgsql as 'begin raise ''no''; end'`,
    );
    await server.database.query.execute(
      sql.raw(`create trigger stuck before update on answer for each row
        when (old.id = '${stuck.id}') execute function refuse()`),
    );
    await expect(reapAnswers(server.database, new Date(), 'left', 1_800)).rejects.toThrow();
    for (const { id, cookie } of [first, last]) {
      expect((await storedAnswer(server.database, id)).state).toBe('interrupted');
      expect(await creditOf(server, cookie)).toEqual({ credit: 10, held: 0 });
    }
    await server.database.query.execute(sql`drop trigger stuck on answer`);
    expect(await reapAnswers(server.database, new Date(), 'left', 1_800)).toBe(1);
  });
});

describe('an answer whose text the database refuses', () => {
  it('is interrupted, shows its stored text and costs nothing', async () => {
    await server.database.query.execute(
      sql`create or replace function refuse() returns trigger language plpgsql as 'begin raise ''no''; end'`,
    );
    await server.database.query.execute(
      sql.raw(`create trigger refused before insert on answer_event for each row
        when (new.event->>'text' like '%delta 9 %') execute function refuse()`),
    );
    const { cookie } = await server.signIn(10);
    const response = await ask(server, cookie, { text: 'sandbox: pause 1000' });
    const { accepted, end, text } = await readAll(response);
    expect(end).toMatchObject({ state: 'interrupted', charged: 0 });
    expect(text).toContain('delta 5');
    expect(text).toBe((await storedAnswer(server.database, accepted?.answer_id)).text);
    expect(await creditOf(server, cookie)).toEqual({ credit: 10, held: 0 });
    await server.database.query.execute(sql`drop trigger refused on answer_event`);
  });
});

describe('servers that all were silent for a while', () => {
  it('do not treat each other as dead', async () => {
    const second = await startTestServer({ database: server.database });
    const readings = await Promise.all(
      [server, second].map(async (each) => {
        const { cookie } = await server.signIn(10);
        const response = await ask(each, cookie, { text: 'sandbox: pause 8000' });
        const begun = await readAll(response, ({ text }) => text !== '');
        return { cookie, id: begun.accepted?.answer_id ?? '' };
      }),
    );
    await server.database.query.execute(
      sql`update server_instance set heartbeat = now() - interval '1 minute'`,
    );
    for (const { cookie, id } of readings) {
      const path = `/api/chat/answers/${id}/events`;
      const { end } = await readAll(await server.fetch(path, { cookie }));
      expect(end).toMatchObject({ state: 'finished', charged: 1 });
    }
    await second.close();
  });
});
