import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { Metrics } from '#server/metrics.ts';
import { Scraper } from '#server/services/metrics/scraper.ts';
import { addSpending } from '#server/services/costs/addSpending.ts';
import { serveWorkerMetrics } from '#server/workerMetrics.ts';
import { ask, readAll } from '../../setup/chat.ts';
import {
  metricsIn,
  readAlerts,
  readDashboard,
  readNames,
  readSamples,
} from '../../setup/metrics.ts';
import { freePort } from '../../setup/process.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const { database, platform } = server;
  // Makes the tables of jobs, and leaves one that nobody takes.
  const jobs = await startJobs(platform, { isTimed: false });
  await jobs.addJob('never_taken', {}, { runAt: new Date(Date.now() - 700_000) });
  await jobs.stop();
  await addSpending(database.query, 'openai', 2_500_000, new Date());
  await database.query.execute(
    sql`insert into provider_cap (provider, daily) values ('openai', 5000000)`,
  );
  await database.query.execute(sql`insert into publishing_site (id) values ('folder')`);
  await database.query.execute(sql`
    insert into publish_run (site_id, state, asked_by, is_automatic, started, ended) values
    ('folder', 'failed', '{test}', true, now(), now()),
    ('folder', 'published', '{test}', true, now() - interval '40 seconds', now()),
    ('folder', 'failed', '{test}', true, now(), now()), ('folder', 'failed', '{test}', true, now(), now())`);
  await database.query.execute(sql`
    insert into alarm (name, subject, detail, raised, seen) values
    ('ledger_differs', '', '{}', now(), now()), ('disk_low', 'one', '{}', now(), now())`);
  await database.query.execute(sql`
    insert into backup_run (target, started, finished, state)
    values ('folder', now() - interval '1 hour', now(), 'done')`);
});

afterAll(() => server.close());

async function scrape(): Promise<string> {
  const response = await server.fetch('/metrics');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return response.text();
}

describe('the metrics of a server', () => {
  it('count requests by route, answers by model and outcome, streams and mails', async () => {
    const { cookie } = await server.signIn(10);
    await readAll(await ask(server, cookie, { text: 'sandbox: fast 3' }));
    await readAll(await ask(server, cookie, { text: 'sandbox: fail 429' }));
    for (const path of ['/api/gpts/none-1', '/api/gpts/none-2', '/api/nothing', '/en/nothing']) {
      await (await server.fetch(path)).text();
    }
    const samples = readSamples(await scrape());
    const requests = (labels: string) =>
      samples.get(`dolores_http_request_duration_seconds_count{${labels}}`);
    expect(requests('route="/api/chat/questions",method="POST",status="2xx"')).toBe(2);
    expect(requests('route="/api/gpts/:id",method="GET",status="4xx"')).toBe(2);
    const answers = (labels: string) =>
      samples.get(`dolores_answers_total{model="gpt-4o-mini",${labels}}`);
    expect(answers('state="finished",reason="none"')).toBe(1);
    expect(answers('state="failed",reason="upstream_busy"')).toBe(1);
    expect(samples.get('dolores_answer_first_text_seconds_count{model="gpt-4o-mini"}')).toBe(1);
    expect(samples.get('dolores_streams_open{kind="answer"}')).toBe(0);
    expect(samples.get('dolores_mails_total{result="failed"}')).toBe(0);
    expect(samples.get('dolores_server_accepting')).toBe(1);
    // No path of a visitor becomes a label.
    expect([...samples.keys()].filter((name) => name.includes('nothing'))).toEqual([]);
  });

  it('have the figures of the database', async () => {
    const samples = readSamples(await scrape());
    expect(samples.get('dolores_database_up')).toBe(1);
    expect(samples.get('dolores_holds_open')).toBe(0);
    expect(samples.get('dolores_jobs_waiting{task="never_taken"}')).toBe(1);
    expect(samples.get('dolores_jobs_oldest_seconds{task="never_taken"}')).toBeGreaterThan(600);
    expect(samples.get('dolores_provider_spent_dollars{provider="openai"}')).toBe(2.5);
    expect(samples.get('dolores_provider_cap_dollars{provider="openai"}')).toBe(5);
    expect(samples.get('dolores_mails_waiting{kind="money"}')).toBe(0);
    expect(samples.get('dolores_publish_failures{site="folder"}')).toBe(2);
    expect(samples.get('dolores_publish_duration_seconds{site="folder"}')).toBe(40);
    expect(samples.get('dolores_alarms_open{name="disk_low"}')).toBe(1);
    expect(samples.get('dolores_ledger_drift')).toBe(1);
    const backup = samples.get('dolores_backup_timestamp_seconds') ?? 0;
    expect(Math.abs(Date.now() / 1_000 - 3_600 - backup)).toBeLessThan(600);
  });

  it('are all that the alerts and the dashboard name', async () => {
    // `up` is of Prometheus itself.
    const known = new Set([...readNames(await scrape()), 'up']);
    const queries = [...readAlerts(), ...readDashboard()];
    expect(queries.length).toBeGreaterThan(40);
    const unknown = queries.flatMap(({ place, expr }) => {
      const names = metricsIn(expr);
      return names.length === 0 ? [place] : names.filter((name) => !known.has(name));
    });
    expect(unknown).toEqual([]);
    expect(() => metricsIn('sum by (model) rate(x[5m]')).toThrow('No PromQL');
  });

  it('are refused to other methods, and behind a proxy without the token', async () => {
    expect((await server.fetch('/metrics', { method: 'POST' })).status).toBe(405);
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const refused = await server.fetch('/metrics', { headers });
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ error: { code: 'not_signed_in' } });
    const { config } = server.platform;
    config.metricsToken = 'a-token-of-forty-characters,-all-of-them';
    try {
      expect((await server.fetch('/metrics')).status).toBe(401);
      const authorization = `Bearer ${config.metricsToken}`;
      const read = await server.fetch('/metrics', { headers: { ...headers, authorization } });
      expect(read.status).toBe(200);
    } finally {
      config.metricsToken = undefined;
    }
  });

  it('are complete except for the database’s figures while that is away', async () => {
    const { platform } = server;
    const away = connect('postgres://127.0.0.1:1/none', { warn: () => undefined });
    const text = await new Scraper({ ...platform, database: away }).text();
    const samples = readSamples(text);
    expect(samples.get('dolores_database_up')).toBe(0);
    expect(samples.has('dolores_holds_open')).toBe(false);
    expect(samples.has('dolores_streams_open{kind="answer"}')).toBe(true);
    await away.close();
  });

  it('are served by a worker on its own port', async () => {
    const { platform } = server;
    const workerMetricsPort = await freePort();
    const config = { ...platform.config, host: '127.0.0.1', workerMetricsPort };
    const close = await serveWorkerMetrics({ ...platform, config, metrics: new Metrics() });
    const response = await fetch(`http://127.0.0.1:${workerMetricsPort}/metrics`);
    expect(readSamples(await response.text()).get('dolores_database_up')).toBe(1);
    expect((await fetch(`http://127.0.0.1:${workerMetricsPort}/`)).status).toBe(404);
    await close();
  });
});
