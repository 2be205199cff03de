import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { analyticsKeptDays, analyticsLabels, sourcesPerDay } from '#domain/operation/analytics.ts';
import { addDays, dayOf } from '#domain/dates.ts';
import { analyticsCount } from '#server/db/schema/analytics.ts';
import { analyticsLimits } from '#server/services/limits/limits.ts';
import { deleteOldCounts } from '#server/services/analytics/readCounts.ts';
import { sql } from 'drizzle-orm';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type TestAnswer, onNewNetwork } from '../../setup/testBrowser.ts';

let server: TestServer;
let shell: OperatorShell;

beforeAll(async () => {
  const environment = { PUBLISH_AT_START: 'no', TRUSTED_PROXIES: '1' };
  server = await startTestServer({ environment });
  shell = await openOperatorShell(server.database.url);
});

afterAll(async () => {
  await shell.close();
  await server.close();
});

beforeEach(() => server.database.query.execute(sql`delete from analytics_count`));

function send(
  body: unknown,
  headers: Record<string, string> = {},
  browser = onNewNetwork(server.url),
): Promise<TestAnswer> {
  const type = { 'content-type': 'application/json' };
  return browser.send('POST', '/api/analytics', { ...type, ...headers }, JSON.stringify(body));
}

async function counted(): Promise<string[]> {
  const rows = await server.database.query
    .select()
    .from(analyticsCount)
    .orderBy(analyticsCount.category, analyticsCount.label);
  return rows.map(({ category, label, count }) => `${category} ${label} ${count}`);
}

describe('an event on a page', () => {
  it('adds to the counts of the day by category and label, from many servers at once', async () => {
    const visit = { footer: { blog: 2 }, page: { home: 1 }, navigation: { pricing: 1 } };
    const other = { page: { home: 1, chat: 1 }, chat: { question: 100 } };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send(index % 2 === 0 ? visit : other)),
    );
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array.from({ length: 20 }, () => [200, '{}']),
    );
    expect(await counted()).toEqual([
      'chat question 1000',
      'footer blog 20',
      'navigation pricing 10',
      'page chat 10',
      'page home 20',
    ]);
  });

  it('counts sources by a plain name, and those that could identify a person as other', async () => {
    const sources = ['Spring Letter', 'spring-letter', 'ada@example.org', 'user 1234567', '<b>'];
    for (const source of sources) await send({ page: { home: 1 }, utm_source: { [source]: 1 } });
    expect(await counted()).toEqual([
      'page home 5',
      'utm_source other 3',
      'utm_source spring-letter 2',
    ]);
  });

  it('counts a bounded number of sources in a day', async () => {
    const day = dayOf(server.platform.now());
    const known = Array.from({ length: sourcesPerDay }, (_, index) => ({
      day,
      category: 'utm_source',
      label: `source-${index}`,
      count: 1,
    }));
    await server.database.query.insert(analyticsCount).values(known);
    for (const source of ['late', 'later', 'source-7']) await send({ utm_source: { [source]: 1 } });
    const found = (await counted()).filter((line) => !line.endsWith(' 1'));
    expect(found).toEqual(['utm_source other 2', 'utm_source source-7 2']);
  });

  it('stores and sends nothing about the visitor or the user', async () => {
    const { cookie } = await server.signIn();
    const answer = await send({ page: { chat: 1 } }, { cookie });
    expect([answer.status, answer.cookies, answer.headers['cache-control']]).toEqual([
      200,
      [],
      'no-store',
    ]);
    const { rows } = await server.database.query.execute<{ name: string }>(sql`
      select column_name as name from information_schema.columns
      where table_name = 'analytics_count' order by ordinal_position`);
    expect(rows.map(({ name }) => name)).toEqual(['day', 'category', 'label', 'count']);
  });

  it('is not counted with Do Not Track or Global Privacy Control', async () => {
    for (const headers of [{ dnt: '1' }, { 'sec-gpc': '1' }]) {
      expect((await send({ page: { home: 1 } }, headers)).status).toBe(200);
    }
    expect(await counted()).toEqual([]);
  });

  it.for([
    ['a category that is not listed', { mail: { open: 1 } }],
    ['a label that is not listed', { page: { 'ada@example.org': 1 } }],
    ['a label of another category', { chat: { blog: 1 } }],
    ['a count that is too large', { page: { home: 101 } }],
    ['a count that is none', { page: { home: 0 } }],
    ['two sources', { utm_source: { one: 1, two: 1 } }],
    ['a source that is too long', { utm_source: { ['x'.repeat(41)]: 1 } }],
  ] as const)('is refused for %s', async ([, body]) => {
    expect((await send(body)).status).toBe(400);
    expect(await counted()).toEqual([]);
  });

  it('is refused from other sites, and if it is long', async () => {
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
    expect((await send({ page: { home: 1 } }, elsewhere)).status).toBe(403);
    const long = { utm_source: { ['x'.repeat(5_000)]: 1 } };
    expect((await send(long)).status).toBe(413);
    expect(await counted()).toEqual([]);
  });

  it('fits with every label of the list', async () => {
    const all = Object.entries(analyticsLabels).map(([category, labels]) => [
      category,
      Object.fromEntries(labels.map((label) => [label, 100])),
    ]);
    const body = { ...Object.fromEntries(all), utm_source: { ['x'.repeat(40)]: 1 } };
    expect((await send(body)).status).toBe(200);
    expect(await counted()).toHaveLength(Object.values(analyticsLabels).flat().length + 1);
  });

  it('is limited by network', async () => {
    const browser = onNewNetwork(server.url);
    const { points } = analyticsLimits.network;
    const answers = await Promise.all(
      Array.from({ length: points + 5 }, () => send({ page: { home: 1 } }, {}, browser)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(await counted()).toEqual([`page home ${points}`]);
  });
});

describe('counts', () => {
  it('are printed by day, category and label, and are deleted after their time', async () => {
    const today = dayOf(server.platform.now());
    const row = (daysAgo: number, category: string, label: string, count: number) => ({
      day: addDays(today, -daysAgo),
      category,
      label,
      count,
    });
    await server.database.query
      .insert(analyticsCount)
      .values([
        row(0, 'page', 'blog', 3),
        row(0, 'page', 'home', 12),
        row(0, 'chat', 'question', 4),
        row(1, 'page', 'home', 5),
        row(7, 'page', 'home', 6),
        row(analyticsKeptDays, 'page', 'home', 7),
        row(analyticsKeptDays + 1, 'page', 'home', 8),
      ]);
    const { out } = await shell.run('stats');
    expect(out.trimEnd().split('\n')).toEqual([
      `${today}  chat               4  question`,
      `${today}  page              12  home`,
      `${today}  page               3  blog`,
      `${addDays(today, -1)}  page               5  home`,
    ]);
    const pages = await shell.run('stats', '--days', '8', '--category', 'page');
    expect(pages.out.trimEnd().split('\n')).toHaveLength(4);
    expect((await shell.run('stats', '--category', 'gossip')).err).toContain('utm_source');
    expect(await deleteOldCounts(server.platform)).toBe(1);
    expect((await shell.run('stats', '--days', '1', '--category', 'footer')).out).toBe(
      'Nothing was counted.\n',
    );
  });
});

describe('the build', () => {
  it('has the specified title, mode and AB test environment', async () => {
    expect(await (await server.fetch('/healthz')).json()).toEqual({
      ok: true,
      title: 'Dolores',
      mode: 'dolores',
      ab_test_environment: 'production',
    });
  });
});
