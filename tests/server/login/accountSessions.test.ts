import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AccountSession } from '#contract/login/sessions.ts';
import { findRow } from '#server/db/findRow.ts';
import { session } from '#server/db/schema/accounts.ts';
import { answer, conversation } from '#server/db/schema/chat.ts';
import { exportOf, toExport } from '../../fixtures/conversationExport.ts';
import { upload } from '../../setup/attachments.ts';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { ask, readAll } from '../../setup/chat.ts';
import { importFile } from '../../setup/conversations.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { errorOf, signIn } from '../../setup/signIn.ts';
import { TestBrowser, onNewNetwork } from '../../setup/testBrowser.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

let server: AccountServer;
/** Another server on the same database. */
let other: TestServer;

beforeAll(async () => {
  server = await startAccountServer();
  other = await startTestServer({ database: server.database });
});

afterAll(async () => {
  await other.close();
  await server.close();
});

function browserAt(address: string, userAgent: string): TestBrowser {
  return new TestBrowser(server.url, { 'user-agent': userAgent, 'x-forwarded-for': address });
}

async function sessionsOf(browser: TestBrowser): Promise<AccountSession[]> {
  const answer = await browser.get('/api/account/sessions');
  expect(answer.status).toBe(200);
  return (answer.json as { items: AccountSession[] }).items;
}

/** Two browsers of one account. */
async function twoBrowsers(email: string): Promise<[TestBrowser, TestBrowser]> {
  const browsers = [onNewNetwork(server.url), onNewNetwork(server.url)] as const;
  for (const browser of browsers) await signIn(server.platform, browser, email);
  return [...browsers];
}

/** Begins an answer that takes long. Returns the path of its events. */
async function beginAnswer(cookie: string): Promise<string> {
  const begun = await readAll(
    await ask(server, cookie, { text: 'sandbox: slow' }),
    ({ accepted }) => accepted !== undefined,
  );
  return `/api/chat/answers/${begun.accepted?.answer_id}/events`;
}

/** Reads the stream of a response to its end. */
async function readToEnd(response: Response): Promise<void> {
  const reader = response.body?.getReader();
  while (reader && !(await reader.read()).done);
}

/** The state of the answer whose events are at this path. */
async function stateOf(path: string): Promise<string | undefined> {
  const [, id = ''] = /answers\/([^/]+)\/events/.exec(path) ?? [];
  return (await findRow(server.database.query, answer, eq(answer.id, id)))?.state;
}

describe('the list of sessions', () => {
  it('names device, shortened network and times, the current one first', async () => {
    const desk = browserAt('203.0.113.77', firefox);
    const phone = browserAt('2001:db8:1:2:3:4:5:6', safari);
    await signIn(server.platform, desk, 'list@example.org');
    await signIn(server.platform, phone, 'list@example.org');
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    const id = expect.stringMatching(/^[\da-f-]{36}$/);
    const [first, second, ...more] = await sessionsOf(desk);
    const times = { id, created: time, used: time };
    expect(first).toEqual({
      ...times,
      browser: 'Firefox',
      system: 'Windows',
      network: '203.0.113.0/24',
      current: true,
    });
    expect(second).toEqual({
      ...times,
      browser: 'Safari',
      system: 'iPhone',
      network: '2001:db8:1::/48',
      current: false,
    });
    expect(more).toEqual([]);
    expect((await sessionsOf(phone)).map(({ current }) => current)).toEqual([true, false]);
    expect((await onNewNetwork(server.url).get('/api/account/sessions')).status).toBe(401);
  });

  it('records a use once an hour, with its network', async () => {
    const browser = onNewNetwork(server.url);
    await signIn(server.platform, browser, 'hourly@example.org');
    const used = async () => (await sessionsOf(browser))[0]?.used ?? '';
    const first = await used();
    server.advance(3_000);
    expect(await used()).toBe(first);
    server.advance(700);
    const moved = { 'x-forwarded-for': '198.51.100.7' };
    const { cookies } = await browser.get('/api/account', moved);
    expect(cookies).toEqual([]);
    expect((await sessionsOf(browser))[0]?.network).toBe('198.51.100.0/24');
    expect(Date.parse(await used()) - Date.parse(first)).toBeGreaterThanOrEqual(3_600_000);
  });
});

describe('ending sessions', () => {
  it('ends one, which is then refused on every server at once', async () => {
    const [browser, lost] = await twoBrowsers('one@example.org');
    const [, target] = await sessionsOf(browser);
    const path = `/api/account/sessions/${target?.id}`;
    expect((await browser.send('DELETE', path, {})).json).toEqual({ id: target?.id });
    expect((await browser.send('DELETE', path, {})).status).toBe(200);
    expect(errorOf(await lost.get('/api/account')).code).toBe('not_signed_in');
    const cookie = `session=${lost.cookie('session')}`;
    expect((await other.fetch('/api/account', { cookie })).status).toBe(401);
    expect(await sessionsOf(browser)).toHaveLength(1);
  });

  it.each(['while every server listens', 'while no server can listen for notifications'])(
    'has ended on every server once it is answered, though all have just served it: %s',
    async (when) => {
      const cutListeners = () =>
        server.database.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and query like 'listen %session_ended%'`,
        );
      const { userId, cookie } = await server.signIn();
      const [own] = await server.database.query
        .select()
        .from(session)
        .where(eq(session.userId, userId));
      const servers = [server, other];
      const statuses = () =>
        Promise.all(
          servers.map(async (one) => (await one.fetch('/api/account', { cookie })).status),
        );
      expect(await statuses()).toEqual([200, 200]);
      if (when !== 'while every server listens') {
        expect((await cutListeners()).rowCount).toBe(servers.length);
      }
      const path = `/api/account/sessions/${own?.id}`;
      expect((await other.fetch(path, { method: 'DELETE', cookie })).status).toBe(200);
      expect(await statuses()).toEqual([401, 401]);
    },
  );

  it('does not end sessions of others, and deletes the cookies of the own one', async () => {
    const [browser] = await twoBrowsers('own@example.org');
    const [stranger] = await twoBrowsers('stranger@example.org');
    const [theirs] = await sessionsOf(stranger);
    await browser.send('DELETE', `/api/account/sessions/${theirs?.id}`, {});
    expect((await stranger.get('/api/account')).status).toBe(200);
    const [own] = await sessionsOf(browser);
    await browser.send('DELETE', `/api/account/sessions/${own?.id}`, {});
    expect([browser.cookie('session'), browser.cookie('user_id')]).toEqual([undefined, undefined]);
  });

  it('ends all others and gives the own one another token, so that a copy is useless', async () => {
    const [browser, lost] = await twoBrowsers('others@example.org');
    const copied = browser.cookie('session') ?? '';
    const ended = await browser.send('DELETE', '/api/account/sessions', {});
    expect(ended.json).toEqual({ ended: 1 });
    expect((await lost.get('/api/account')).status).toBe(401);
    expect((await other.fetch('/api/account', { cookie: `session=${copied}` })).status).toBe(401);
    expect((await browser.get('/api/account')).status).toBe(200);
  });

  it('is refused to pages of other sites', async () => {
    const [browser] = await twoBrowsers('site@example.org');
    const foreign = { 'sec-fetch-site': 'cross-site' };
    const answer = await browser.send('DELETE', '/api/account/sessions', foreign);
    expect(errorOf(answer).code).toBe('other_origin');
  });
});

describe('a request that runs when its session ends on another server', () => {
  it('is an export, whose connection is cut', async () => {
    const { cookie } = await server.signIn();
    // More than the system buffers for a slow reader.
    for (const letter of ['a', 'b']) await upload(server, cookie, letter.repeat(15_000_000));
    const response = await server.fetch('/api/account/export', { cookie });
    const reader = response.body?.getReader();
    await reader?.read();
    await other.fetch('/logout', { cookie });
    const reading = async (): Promise<void> => {
      while (!(await reader?.read())?.done) await setTimeout(10);
    };
    await expect(reading()).rejects.toThrow();
  });

  it('is an import that is still being sent, which is refused', async () => {
    const { cookie } = await server.signIn();
    const headers = {
      cookie,
      origin: server.url,
      'content-type': 'application/json',
      'content-length': 50_000_000,
    };
    const sent = request(`${server.url}/api/chat/import`, { method: 'POST', headers });
    const answered = once(sent, 'response');
    sent.on('error', () => undefined).write('[');
    await setTimeout(200);
    await other.fetch('/logout', { cookie });
    const [{ statusCode }] = (await answered) as [IncomingMessage];
    expect(statusCode).toBe(401);
    sent.destroy();
  });

  it('is an import that is being stored, which stores nothing more', async () => {
    const { userId, cookie } = await server.signIn();
    const count = async () => {
      const isOwn = eq(conversation.userId, userId);
      return server.database.query.$count(conversation, isOwn);
    };
    const some = Array.from({ length: 4_000 }, (_, index) =>
      toExport(`Number ${index}`, [{ text: 'Hello' }, { text: 'Hi' }]),
    );
    const importing = importFile(server, cookie, JSON.stringify(exportOf(some)));
    await vi.waitFor(async () => expect(await count()).toBeGreaterThan(0), 30_000);
    await other.fetch('/logout', { cookie });
    expect((await importing).status).toBe(401);
    expect(await count()).toBeLessThan(some.length);
  });
});

describe('the streams of a session', () => {
  it.each(['another session ends it', 'its browser signs out', 'its user goes'])(
    'end on every server when %s, before the answer does, and others continue',
    async (how) => {
      const { userId, cookie } = await server.signIn(20);
      const [first] = await server.database.query
        .select()
        .from(session)
        .where(eq(session.userId, userId));
      const stranger = await server.signIn(20);
      const path = await beginAnswer(cookie);
      const streams = [await server.fetch(path, { cookie }), await other.fetch(path, { cookie })];
      const theirs = await other.fetch(await beginAnswer(stranger.cookie), {
        cookie: stranger.cookie,
      });
      const ends = streams.map(readToEnd);
      if (how === 'its browser signs out') await server.fetch('/logout', { cookie });
      else if (how === 'its user goes') {
        await server.database.query.delete(session).where(eq(session.userId, userId));
      } else await server.fetch(`/api/account/sessions/${first?.id}`, { method: 'DELETE', cookie });
      await Promise.all(ends);
      // They did not end because it did.
      expect(await stateOf(path)).toBe('running');
      expect((await other.fetch(path, { cookie })).status).toBe(401);
      const reader = theirs.body?.getReader();
      expect((await reader?.read())?.done).toBe(false);
      await reader?.cancel();
    },
  );
});
