import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { AlarmName } from '#domain/operation/alarms.ts';
import { addJob } from '#server/db/jobs.ts';
import { alarmFailure } from '#server/db/schema/alarms.ts';
import { providerEvent } from '#server/db/schema/orders.ts';
import { closeServer, listenOnLoopback } from '#server/gateways/loopbackServer.ts';
import { isSignedWebhook } from '#server/gateways/webhookSignature.ts';
import { checkAlarms, tellTask } from '#server/services/alarmChecks/checkAlarms.ts';
import { sendNotices } from '#server/services/alarmChecks/sendNotices.ts';
import { openAlarms } from '#server/services/alarms/openAlarms.ts';
import { type OperatorShell, openOperatorShell } from './operatorProcess.ts';
import { type PaymentServer, startPaymentServer } from './payments.ts';
import { type SmallDisk, mountSmallDisk } from './smallDisk.ts';
import { type SmtpServer, startSmtpServer } from './smtp.ts';
import { type FakeUpstream, startUpstream } from './upstreams.ts';

/** A message that the webhook received. */
type HookMessage = { id: string; change: string; name: string; subject: string; severity: string };

export type AlarmServer = PaymentServer & {
  shell: OperatorShell;
  smtp: SmtpServer;
  /** Whether the mail server refuses everything that we send. */
  mailBroken: { value: boolean };
  /** The status of the webhook, and what it received with a right signature. */
  hook: { status: number; received: HookMessage[] };
  openai: FakeUpstream;
  /** The disk of media; `undefined` without the right to mount one. */
  disk: SmallDisk | undefined;
  /** Moves the clock on by minutes and checks all conditions. Returns the names of open alarms. */
  check(minutes?: number): Promise<string[]>;
  /** Sends due messages, as each minute. */
  tell(): Promise<void>;
};

const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';

export const operatorEmail = 'operator@dolores.example';

/** A server with payments whose operator is told by a real mail server and a real webhook. */
export async function startAlarmServer(): Promise<AlarmServer> {
  const mailBroken = { value: false };
  const smtp = await startSmtpServer({
    refuse: () =>
      mailBroken.value ? { code: 554, words: '5.7.1 Relay access denied' } : undefined,
  });
  const hook: AlarmServer['hook'] = { status: 204, received: [] };
  const receiver = createServer((request, response) => {
    void buffer(request).then((body) => {
      const headers = new Headers(request.headers as Record<string, string>);
      if (hook.status === 204 && isSignedWebhook(secret, body, headers)) {
        hook.received.push(JSON.parse(body.toString()) as HookMessage);
      }
      response.writeHead(hook.status).end();
    });
  });
  const port = await listenOnLoopback(receiver, 0);
  const openai = await startUpstream('openai');
  const disk = await mountSmallDisk(2);
  const webhook = { url: `http://127.0.0.1:${port}/alarms`, secret };
  const server = await startPaymentServer({
    smtpUrl: smtp.url,
    providers: [openai.config],
    alarms: { email: operatorEmail, webhook },
    ...(disk && { mediaStore: disk.folder }),
  });
  const { platform, database } = server;
  const shell = await openOperatorShell(database.url, platform.config.dataDir);
  return {
    ...server,
    shell,
    smtp,
    mailBroken,
    hook,
    openai,
    disk,
    check: async (minutes = 1) => {
      server.advance(minutes * 60);
      // Two processes at once.
      await Promise.all([checkAlarms(platform), checkAlarms(platform)]);
      await untilTold(database);
      return (await openAlarms(database)).map(({ name }) => name);
    },
    tell: () => sendNotices(platform, platform.mail),
    close: async () => {
      await shell.close();
      await server.close();
      await smtp.close();
      await openai.close();
      await closeServer(receiver);
      await disk?.remove();
    },
  };
}

/** Returns what the webhook received about an alarm, in order. */
export function changesOf({ hook }: AlarmServer, name: AlarmName): string[] {
  return hook.received.filter((one) => one.name === name).map(({ change }) => change);
}

/** Returns the subjects of the mails to the operator about an alarm, in order. */
export function mailsAbout({ smtp }: AlarmServer, name: AlarmName): string[] {
  return smtp.received
    .filter(({ to }) => to.includes(operatorEmail))
    .map(({ email }) => email.subject ?? '')
    .filter((subject) => subject.includes(name));
}

/** Checks that an alarm is open and was told once, whatever the number of checks. */
export async function raised(server: AlarmServer, name: AlarmName): Promise<void> {
  expect(await server.check()).toContain(name);
  expect(await server.check()).toContain(name);
  await expect.poll(() => changesOf(server, name)).toEqual(['raised']);
  const lines = server.logged.filter((line) =>
    line.includes(`"alarm":"${name}","change":"raised"`),
  );
  expect(lines.map((line) => line.startsWith('{"level":50,'))).toEqual([true]);
}

/** Waits for the task that tells about the changes of a check: it must not go on while a test moves the clock. */
async function untilTold({ query }: AlarmServer['database']): Promise<void> {
  const waiting = async () => {
    const { rowCount } = await query.execute(sql`select from graphile_worker.jobs
      where task_identifier = ${tellTask}`);
    return rowCount;
  };
  await expect.poll(waiting).toBe(0);
}

/** Waits until a failure is noted, which the answer to its caller does not wait for; or until it is no more. */
export async function noted(server: AlarmServer, name: AlarmName, count = 1): Promise<void> {
  const failures = () => server.database.query.$count(alarmFailure, eq(alarmFailure.name, name));
  await expect.poll(failures).toBe(count);
}

/** Checks that an alarm is resolved by itself, and told once more. */
export async function resolved(server: AlarmServer, name: AlarmName): Promise<void> {
  await server.check();
  expect(await server.check(6)).not.toContain(name);
  await expect.poll(() => changesOf(server, name)).toEqual(['raised', 'resolved']);
}

/** Runs a task as the crontab does, and waits for its end. */
export async function taskRun(
  { database: { query } }: AlarmServer,
  task: string,
  hasFailed = false,
): Promise<void> {
  const key = `test_${task}`;
  await addJob(query, { task, key, maxAttempts: 1 });
  const running = async () => {
    const { rowCount } = await query.execute(sql`select from graphile_worker.jobs
      where key = ${key} and (attempts < max_attempts or locked_at is not null)`);
    return rowCount;
  };
  await expect.poll(running).toBe(0);
  if (hasFailed) await query.execute(sql`select graphile_worker.remove_job(${key})`);
}

/** Leaves a message about a paid order that an older version could not read, with the id `parked`. */
export async function parkMessage(server: AlarmServer): Promise<void> {
  const buyer = await server.newBuyer();
  const page = await server.checkout(buyer, await server.order(buyer, 'credit_500'));
  await server.act(page, { outcome: 'pay', copies: '0' });
  const now = server.platform.now();
  const event = { method: 'sandbox', type: 'checkout.paid', eventId: 'parked' } as const;
  const subject = { kind: 'checkout', id: /\w+$/.exec(page)?.[0] ?? '' } as const;
  await server.database.query
    .insert(providerEvent)
    .values({ ...event, subject, state: 'parked', nextAttempt: now, received: now });
}

/** Lets the task `clean_up` fail. Returns a function that repairs it. */
export async function breakCleanUp(server: AlarmServer): Promise<() => Promise<unknown>> {
  const { query } = server.database;
  await query.execute(sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`);
  await query.execute(
    sql`create trigger refuse before delete on hook_delivery for each statement execute function refuse()`,
  );
  return () => query.execute(sql`drop trigger refuse on hook_delivery`);
}
