import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '#domain/dates.ts';
import type { AlarmName } from '#domain/operation/alarms.ts';
import { addJob } from '#server/db/jobs.ts';
import { auditEntry, backupRun } from '#server/db/schema/operation.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { measureDisks } from '#server/services/alarmChecks/measureDisks.ts';
import { openAlarms } from '#server/services/alarms/openAlarms.ts';
import { compareProviders } from '#server/services/orders/comparisons/compareProviders.ts';
import { requestPublish } from '#server/services/publishRequests/requestPublish.ts';
import {
  type AlarmServer,
  breakCleanUp,
  changesOf,
  mailsAbout,
  noted,
  operatorEmail,
  parkMessage,
  raised,
  resolved,
  startAlarmServer,
  taskRun,
} from '../../setup/alarmServer.ts';
import { hostOperator } from '../../setup/operatorProcess.ts';
import { openQueue } from '../../setup/publishQueue.ts';
import { askForCode } from '../../setup/signIn.ts';
import { onNewNetwork } from '../../setup/testBrowser.ts';

let server: AlarmServer;

beforeAll(async () => {
  server = await startAlarmServer();
});

afterAll(() => server.close());

const requestCode = () => askForCode(onNewNetwork(server.url), `${randomUUID()}@example.org`);

const expectRaised = (name: AlarmName) => raised(server, name);
const expectResolved = (name: AlarmName) => resolved(server, name);
const runTask = (task: string, hasFailed?: boolean) => taskRun(server, task, hasFailed);

describe('an alarm about mail', () => {
  it('goes by webhook and log when the mail server refuses us, and by mail when it is over', async () => {
    server.mailBroken.value = true;
    for (let tries = 0; tries < 3; tries += 1) expect((await requestCode()).status).toBe(502);
    await expectRaised('mail_refused');
    expect(mailsAbout(server, 'mail_refused')).toEqual([]);
    const listed = await server.shell.run('alarms', 'list');
    expect([listed.status, listed.out]).toEqual([
      1,
      expect.stringMatching(/critical {2}mail_refused \(code EENVELOPE, reply 554, .*failures 3\)/),
    ]);
    const failing = await server.shell.run('alarms', 'list', '--json');
    const listing = { late: true, alarms: [{ name: 'mail_refused' }] };
    expect(JSON.parse(failing.out)).toMatchObject(listing);
    server.mailBroken.value = false;
    expect((await requestCode()).status).toBe(200);
    await noted(server, 'mail_refused', 0);
    await expectResolved('mail_refused');
    await expect
      .poll(() => mailsAbout(server, 'mail_refused'))
      .toEqual(['127.0.0.1: resolved: mail_refused']);
  });

  it('counts no address that is refused alone, and no success between failures', async () => {
    for (const isBroken of [true, true, false, true]) {
      server.mailBroken.value = isBroken;
      await requestCode();
    }
    expect(await server.check()).not.toContain('mail_refused');
    server.mailBroken.value = false;
    await requestCode();
  });

  it('is raised when the codes of an hour are used up', async () => {
    const before = server.platform.config.mailsPerHour;
    server.platform.config.mailsPerHour = 6;
    await requestCode();
    await expectRaised('mails_capped');
    server.platform.config.mailsPerHour = before;
    await expectResolved('mails_capped');
  });
});

describe('an alarm about payments', () => {
  it('is raised when the books differ, until they are corrected and compared again', async () => {
    const { platform, database } = server;
    const buyer = await server.newBuyer();
    const bought = await server.order(buyer, 'credit_500');
    await server.act(await server.checkout(buyer, bought), { outcome: 'pay' });
    await expect.poll(() => server.stateOf(bought.id)).toBe('fulfilled');
    const change = (amount: number) =>
      database.query.update(paymentOrder).set({ amount }).where(eq(paymentOrder.id, bought.id));
    const today = dayOf(new Date());
    await change(450);
    await compareProviders(platform, today);
    await expectRaised('payments_differ');
    await change(499);
    await compareProviders(platform, today);
    await expectResolved('payments_differ');
  });

  it('is raised when messages are parked, until they are applied', async () => {
    await parkMessage(server);
    await expectRaised('payment_parked');
    await server.shell.run('orders', 'events', '--retry', 'parked');
    await expectResolved('payment_parked');
  });

  it('is raised when the nightly check finds a broken promise of the ledger', async () => {
    const { userId } = await server.signIn(5);
    const change = (by: number) =>
      server.database.query.execute(
        sql`update credit_balance set available = available + ${by} where user_id = ${userId}`,
      );
    await change(1);
    await runTask('verify_ledger');
    await expectRaised('ledger_differs');
    await change(-1);
    await runTask('verify_ledger');
    await expectResolved('ledger_differs');
  });
});

describe('an alarm about the servers', () => {
  it('is raised when a job waits, until somebody does it', async () => {
    const { query } = server.database;
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const job = { task: 'of_a_worker', key: 'waits' };
    await addJob(query, { ...job, due: minutesAgo(9) });
    expect(await server.check()).not.toContain('job_waits');
    await addJob(query, { ...job, due: minutesAgo(11) });
    await expectRaised('job_waits');
    await query.execute(sql`select graphile_worker.remove_job('waits')`);
    await expectResolved('job_waits');
  });

  it('is raised when a task fails five times in a row, until it succeeds', async () => {
    const repair = await breakCleanUp(server);
    for (let run = 0; run < 5; run += 1) await runTask('clean_up', true);
    await expectRaised('task_fails');
    await repair();
    await runTask('clean_up');
    await expectResolved('task_fails');
  });

  it('is raised when publishing fails twice, until it succeeds', async () => {
    const queue = await openQueue(server);
    queue.plays.push({ fails: 'no room' }, { fails: 'no room' }, { edition: 'any' });
    const publish = async (runs: number) => {
      await requestPublish(server.database.query, { by: 'a test', isAutomatic: false });
      await expect.poll(async () => (await queue.runs()).filter(isOver).length).toBe(runs);
    };
    const isOver = ({ state }: { state: string }) => ['failed', 'published'].includes(state);
    await publish(1);
    expect(await server.check()).not.toContain('publish_failed');
    await publish(2);
    await expectRaised('publish_failed');
    await publish(3);
    await expectResolved('publish_failed');
    await queue.stop();
  });

  it('is raised when a disk is almost full, until it has room again', async ({ skip }) => {
    const { disk, platform } = server;
    if (!disk) return skip('needs the right to mount a file system');
    await disk.fill();
    await measureDisks(platform);
    await expectRaised('disk_low');
    await disk.empty();
    await measureDisks(platform);
    await expectResolved('disk_low');
  });

  it('is raised when a site in production has no backup of the last day', async () => {
    const { platform, database } = server;
    platform.config.production = true;
    server.advance(2 * 86_400);
    await expectRaised('backup_old');
    const [started, finished] = [platform.now(), platform.now()];
    const done = { target: '/backups', started, finished, state: 'done' } as const;
    await database.query.insert(backupRun).values(done);
    await expectResolved('backup_old');
    platform.config.production = false;
  });
});

describe('the operator', () => {
  it('is told in the other ways when one does not work, and everything later', async () => {
    server.hook.status = 500;
    server.hook.received.length = 0;
    server.mailBroken.value = true;
    for (let tries = 0; tries < 3; tries += 1) await requestCode();
    await server.check();
    for (let tries = 0; tries < 6; tries += 1) {
      server.advance(300);
      await server.tell();
    }
    expect(await server.check()).toContain('alarm_not_told');
    expect(server.hook.received).toEqual([]);
    server.mailBroken.value = false;
    server.hook.status = 204;
    server.advance(3_600);
    await server.tell();
    // Also about the webhook itself, which works again.
    await expect.poll(() => changesOf(server, 'mail_refused')).toEqual(['raised']);
    await expect.poll(() => mailsAbout(server, 'alarm_not_told')).toHaveLength(1);
    await server.check();
    expect(await server.check(6)).toEqual([]);
    await expect.poll(() => changesOf(server, 'alarm_not_told')).toEqual(['resolved']);
  });

  it('is reminded each day of a critical alarm, unless it is quiet', async () => {
    server.hook.received.length = 0;
    const failure = sql`insert into alarm_failure values
      ('task_fails', 'a_task', 9, ${server.platform.now().toISOString()}, now() + interval '30 days', '{}')`;
    await server.database.query.execute(failure);
    await server.check();
    for (const minutes of [24 * 60, 1]) await server.check(minutes);
    await server.tell();
    const changes = () => changesOf(server, 'task_fails');
    await expect.poll(changes).toEqual(['raised', 'reminder']);
    const [open] = await openAlarms(server.database);
    const quiet = await server.shell.run('alarms', 'quiet', String(open?.id), '--hours', '300');
    expect(quiet.out).toContain('Quiet until');
    await server.check(24 * 60);
    await server.database.query.execute(sql`delete from alarm_failure`);
    await server.check();
    await server.database.query.execute(failure);
    await server.check();
    await server.tell();
    // It is over for people who were told; raised again, it stays quiet until the hours are over.
    await expect.poll(changes).toEqual(['raised', 'reminder', 'resolved']);
    await server.check(300 * 60);
    await server.tell();
    await expect.poll(changes).toEqual(['raised', 'reminder', 'resolved', 'raised']);
    const written = await server.database.query.select().from(auditEntry);
    expect(written.at(-1)).toMatchObject({ action: 'alarms.quiet', subject: 'task_fails a_task' });
  });

  it('tests every way, and learns which one failed', async () => {
    const variables = { SMTP_URL: server.smtp.url, OPERATOR_EMAIL: operatorEmail };
    const host = hostOperator({ ...process.env, DATABASE_URL: server.database.url, ...variables });
    const tested = await host.run('alarms', 'test', '--json');
    expect(JSON.parse(tested.out)).toEqual([
      { way: 'log', outcome: 'arrived', reason: null },
      { way: 'mail', outcome: 'arrived', reason: null },
      { way: 'webhook', outcome: 'not configured', reason: null },
    ]);
    server.mailBroken.value = true;
    const failed = await host.run('alarms', 'test');
    expect([failed.status, failed.out]).toEqual([1, expect.stringContaining('mail: failed')]);
    expect(failed.out).not.toContain('@');
  });
});
