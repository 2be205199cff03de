import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSmtpMail } from '#server/gateways/mail/smtp.ts';
import { addSpending } from '#server/services/costs/addSpending.ts';
import { mailDailyReport } from '#server/services/report/mailReport.ts';
import { dayPeriod, parsePeriod } from '#server/services/report/periods.ts';
import { type Report, readReport } from '#server/services/report/readReport.ts';
import { reportText } from '#server/services/report/reportText.ts';
import { reportHtml } from '#server/services/report/reportHtml.ts';
import { ask, readAll } from '../../setup/chat.ts';
import { makeTestFolder } from '../../setup/importing.ts';
import { openOperatorShell } from '../../setup/operatorProcess.ts';
import { openedAt, storeLostDispute, storePaidOrder, storeRefund } from '../../setup/reported.ts';
import { startSmtpServer } from '../../setup/smtp.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { faultsOf } from '../../setup/validator.ts';

const earlier = new Date('2026-03-09T10:15:00Z');
const now = new Date('2026-03-10T14:30:00Z');
const hostile = '=cmd|"/c calc"!A1<script>alert(1)</script>';

let clock = earlier;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
  const { database } = server;
  const old = await server.signIn(20);
  await openedAt(database, old.userId, earlier);
  await question(old.cookie, 'sandbox: fast 3');
  clock = now;
  const fresh = await server.signIn(20);
  await openedAt(database, fresh.userId, now);
  await question(old.cookie, 'sandbox: fast 3');
  await question(old.cookie, 'sandbox: fail 429');
  await question(fresh.cookie, 'sandbox: fast 3');
  await storeMoney(old.userId, fresh.userId);
  await addSpending(database.query, 'openai', 4_600_000, now);
  await database.query.execute(
    sql`insert into provider_cap (provider, daily) values ('openai', 5000000)`,
  );
  await database.query.execute(sql`insert into gpt (id, name) values ('hostile', ${hostile})`);
  await database.query.execute(
    sql`insert into gpt_usage_day (gpt_id, day, own) values ('hostile', '2026-03-10', 3)`,
  );
  await database.query.execute(sql`
    insert into alarm (name, subject, detail, raised, seen)
    values ('mail_refused', ${hostile}, '{}', ${now.toISOString()}, ${now.toISOString()})`);
});

afterAll(() => server.close());

async function question(cookie: string, text: string): Promise<void> {
  await readAll(await ask(server, cookie, { text }));
}

async function storeMoney(userId: string, otherId: string): Promise<void> {
  const { database } = server;
  const before = await storePaidOrder(database, userId, earlier, {
    currency: 'USD',
    amount: 1_000,
  });
  const dollars = await storePaidOrder(database, userId, now, { currency: 'USD', amount: 499 });
  const yuan = await storePaidOrder(database, otherId, now, {
    currency: 'CNY',
    amount: 3_600,
    paidAmount: 3_500,
  });
  const refund = { userId, made: now, currency: 'USD' as const };
  await storeRefund(database, { ...refund, orderId: before, amount: 250 });
  await storeRefund(database, { ...refund, orderId: dollars, amount: 100, state: 'failed' });
  await storeRefund(database, {
    orderId: yuan,
    userId: otherId,
    made: now,
    currency: 'CNY',
    amount: 500,
  });
  await storeLostDispute(database, { orderId: before, userId, ended: now, lost: 700 });
}

function reportOf(kind: 'day' | 'month', name: string): Promise<Report> {
  const period = parsePeriod(kind, name);
  if (!period) throw new Error(`No period: ${name}`);
  return readReport(server.platform, period);
}

describe('the report of a day', () => {
  it('counts people, answers, failures and money of both currencies', async () => {
    const { figures, before, gpts, alarms, hours, isComplete } = await reportOf(
      'day',
      '2026-03-10',
    );
    expect(isComplete).toBe(false);
    expect(figures.people).toEqual({ signUps: 1, askers: 2, firstQuestions: 1 });
    expect(before.people).toEqual({ signUps: 1, askers: 1, firstQuestions: 1 });
    expect(figures.models).toMatchObject([
      { model: 'gpt-4o-mini', questions: 2, credits: 2, free: { answers: 1 } },
    ]);
    expect(figures.unfinished).toEqual([{ state: 'failed', reason: 'upstream_busy', answers: 1 }]);
    const none = { refunds: 0, refunded: 0, disputes: 0, lost: 0 };
    expect(figures.money).toEqual([
      { ...none, currency: 'CNY', orders: 1, paid: 3_500, refunds: 1, refunded: 500 },
      { currency: 'USD', orders: 1, paid: 499, refunds: 1, refunded: 250, disputes: 1, lost: 700 },
    ]);
    expect(before.money).toEqual([{ ...none, currency: 'USD', orders: 1, paid: 1_000 }]);
    expect(figures.spending).toContainEqual({
      provider: 'openai',
      spent: 4_600_000,
      cap: 5_000_000,
    });
    expect(gpts).toEqual([{ id: 'hostile', name: hostile, conversations: 3 }]);
    expect(alarms).toMatchObject([{ name: 'mail_refused', resolved: null }]);
    expect(hours).toMatchObject([{ time: '14', finished: 2, failed: 1 }]);
  });

  it('adds up to the tables of the ledger and of orders', async () => {
    const { days } = await reportOf('month', '2026-03');
    const { figures } = await reportOf('month', '2026-03');
    const { rows } = await server.database.query.execute<Record<string, number>>(sql`select
      (select -sum(held_change) from ledger_entry where kind = 'settle')::int as credits,
      (select count(*) from answer_cost)::int as answers,
      (select sum(cost) from answer_cost)::int as cost,
      (select sum(coalesce(paid_amount, amount)) from payment_order where currency = 'USD')::int as paid`);
    const [table] = rows;
    const sum = (pick: (model: Report['figures']['models'][number]) => number) =>
      figures.models.reduce((all, model) => all + pick(model), 0);
    expect(sum(({ credits }) => credits)).toBe(table?.['credits']);
    expect(sum(({ questions, free }) => questions + free.answers)).toBe(table?.['answers']);
    expect(sum(({ cost, free }) => cost + free.cost)).toBe(table?.['cost']);
    expect(figures.money.find(({ currency }) => currency === 'USD')?.paid).toBe(table?.['paid']);
    expect(days).toHaveLength(31);
    expect(days.reduce((all, day) => all + day.finished + day.failed, 0)).toBe(table?.['answers']);
    const net = days.flatMap(({ money }) => money).filter(({ currency }) => currency === 'USD');
    expect(net.map((one) => one.net)).toEqual([1_000, 499 - 250 - 700]);
  });

  it('has zeros for a day without anything', async () => {
    const report = await reportOf('day', '2025-12-24');
    expect(report.figures.people).toEqual({ signUps: 0, askers: 0, firstQuestions: 0 });
    expect(report.figures.money).toEqual([]);
    expect(report.isComplete).toBe(true);
    const text = reportText(report);
    expect(text).toContain('No answers ended.');
    expect(text).toContain('Nobody paid, and nothing was returned.');
    expect(await faultsOf(reportHtml(report))).toEqual([]);
  });
});

describe('the forms of a report', () => {
  it('are text, CSV, JSON and one HTML file without a script or an address of others', async () => {
    const shell = await openOperatorShell(server.database.url, server.platform.config.dataDir);
    const folder = await makeTestFolder();
    const day = ['report', '--day', '2026-03-10'];
    const text = await shell.run(...day);
    expect(text.status).toBe(0);
    expect(text.out).toContain('- The alarm mail_refused');
    expect(text.out).toMatch(/of these for the first time +1 +1 +=/);
    expect(text.out).toMatch(
      /\n {2}USD +1 +4\.99 USD +1 +2\.50 USD +7\.00 USD +-4\.51 USD +10\.00 USD\n/,
    );
    const json = JSON.parse((await shell.run(...day, '--json')).out) as Report;
    expect(json.figures.people.signUps).toBe(1);
    const csv = parse<CsvRow>((await shell.run(...day, '--csv')).out, { columns: true });
    expect(csv).toContainEqual({
      period: '2026-03-10',
      table: 'Payments',
      row: 'USD',
      column: 'net',
      value: '-4.51',
    });
    expect(csv.filter((row) => Object.values(row).some((cell) => /^[=+@]/.test(cell)))).toEqual([]);
    const file = folder.path('report.html');
    expect(await shell.run(...day, '--html', file)).toMatchObject({ status: 0 });
    const html = await readFile(file, 'utf8');
    expect(await faultsOf(html)).toEqual([]);
    expect(html).not.toMatch(/<script|<link|<img|@import|url\(|(?:src|href)=/);
    expect(html).toContain('&lt;script&gt;alert(1)');
    expect(html.match(/<svg/g)?.length).toBe(html.match(/<figure>/g)?.length);
    await folder.remove();
    await shell.close();
  });

  it('refuse a wrong period and a future one with status 2', async () => {
    const shell = await openOperatorShell(server.database.url);
    const wrong = await shell.run('report', '--month', '2026-13');
    expect(wrong).toMatchObject({ status: 2, out: '' });
    expect(wrong.err).toContain('--month must be a month such as 2027-01');
    expect((await shell.run('report', '--day', '2999-01-01')).err).toContain('has not begun');
    await shell.close();
  });
});

type CsvRow = Record<string, string>;

describe('the daily mail', () => {
  it('is sent once, however many processes run its job, and again the next day', async () => {
    const smtp = await startSmtpServer({});
    const mail = createSmtpMail({ smtpUrl: smtp.url, mailFrom: 'no-reply@example.org' });
    const config = {
      ...server.platform.config,
      report: { email: 'operator@example.org', isDaily: true },
    };
    const at = (time: string) => ({ ...server.platform, config, mail, now: () => new Date(time) });
    const runs = Array.from({ length: 4 }, () => mailDailyReport(at('2026-03-11T00:10:00Z')));
    expect((await Promise.all(runs)).reduce((all, sent) => all + sent)).toBe(1);
    expect(await mailDailyReport(at('2026-03-11T09:00:00Z'))).toBe(0);
    expect(await mailDailyReport(at('2026-03-12T00:00:00Z'))).toBe(1);
    expect(
      await mailDailyReport({ ...at('2026-03-13T00:00:00Z'), config: server.platform.config }),
    ).toBe(0);
    const [first, second] = smtp.received;
    expect(first).toMatchObject({ to: ['operator@example.org'] });
    expect(first?.email.subject).toMatch(/day 2026-03-10 \(UTC\) – \d+ things need attention$/);
    expect(first?.email.text).toContain('gpt-4o-mini');
    expect(first?.email.html).toContain('<svg');
    expect(second?.email.subject).toContain('day 2026-03-11');
    expect(smtp.received).toHaveLength(2);
    await mail.close();
    await smtp.close();
  });

  it('knows days and months', () => {
    expect(dayPeriod('2026-03-10')).toMatchObject({ first: '2026-03-10', last: '2026-03-10' });
    expect(parsePeriod('month', '2028-02')).toMatchObject({
      first: '2028-02-01',
      last: '2028-02-29',
    });
    expect(parsePeriod('month', '2026-12')).toMatchObject({ last: '2026-12-31' });
    expect(parsePeriod('day', '2026-02-30')).toBeUndefined();
  });
});
