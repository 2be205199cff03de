import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountDeletion } from '#server/db/schema/accounts.ts';
import { auditEntry, restoredCopy } from '#server/db/schema/operation.ts';
import { accountBlock, operatorMail } from '#server/db/schema/people.ts';
import { deleteDueAccounts } from '#server/services/account/deletion/deleteDueAccounts.ts';
import { mailDeletions } from '#server/services/account/deletion/mailDeletions.ts';
import { ask, readAll } from '../../setup/chat.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { type PaymentServer, startPaymentServer } from '../../setup/payments.ts';
import { signIn } from '../../setup/signIn.ts';
import { onNewNetwork } from '../../setup/testBrowser.ts';

let server: PaymentServer;
let shell: OperatorShell;
let folder: string;

const longEnough = { timeout: 20_000 };

beforeAll(async () => {
  server = await startPaymentServer();
  shell = await openOperatorShell(server.database.url, server.platform.config.dataDir);
  folder = await mkdtemp(join(tmpdir(), 'dolores-people-'));
});

afterAll(async () => {
  await shell.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<string> {
  const { status, out, err } = await shell.run(...args);
  expect([args, status, status === 0 ? '' : err]).toEqual([args, 0, '']);
  return out;
}

async function json<Result>(...args: string[]): Promise<Result> {
  return JSON.parse(await run(...args, '--json')) as Result;
}

/** A person with an account, by its mailbox. */
async function enter(email: string): Promise<{ userId: string; cookie: string }> {
  const browser = onNewNetwork(server.url);
  const userId = await signIn(server.platform, browser, email);
  return { userId, cookie: `session=${browser.cookie('session')}` };
}

type Found = { users: { id: string; by: string }[]; total: number };
type Shown = { user: Record<string, unknown>; timeline: { kind: string; facts: object }[] };

describe('users find and show', () => {
  it('find an account by everything that an operator may have, and show its timeline', async () => {
    const { userId, cookie } = await enter('wanted_1@example.org');
    await enter('wanted21@example.org');
    const buyer = { userId, cookie: async () => cookie };
    const order = await server.order(buyer, 'credit_500');
    await server.act(await server.checkout(buyer, order), { outcome: 'pay' });
    await expect.poll(() => server.stateOf(order.id), longEnough).toBe('fulfilled');
    const stored = await server.stored(order.id);
    const { accepted } = await readAll(
      await ask(server, cookie, { text: 'a secret question \u001B[31m' }),
    );
    const [gift = ''] = (await run('codes', 'issue', '--credits', '5')).split('\n');
    await server.fetch(`/api/product/code?${new URLSearchParams({ code: gift }).toString()}`, {
      method: 'POST',
      cookie,
    });
    const ways = {
      'e-mail': 'wanted_1',
      account: userId,
      order: order.id,
      payment: stored?.paymentId ?? '',
      receipt: String(stored?.receiptNumber),
      conversation: accepted?.conversation_id ?? '',
      answer: accepted?.answer_id ?? '',
    };
    for (const [by, text] of Object.entries(ways)) {
      expect(await json<Found>('users', 'find', text)).toEqual({
        users: [expect.objectContaining({ id: userId, by })],
        total: 1,
      });
    }
    for (const text of [...Object.values(ways).slice(1), gift]) {
      expect((await json<Shown>('users', 'show', text)).user.id).toBe(userId);
    }
    const limited = await run('users', 'find', 'wanted', '--limit', '1');
    expect(limited).toContain('1 more: raise --limit');
    const { user, timeline } = await json<Shown>('users', 'show', 'wanted_1@example.org');
    expect(user).toMatchObject({ id: userId, sessions: 1, questions: 1, blocked: null });
    const kinds = new Set(timeline.map(({ kind }) => kind));
    for (const kind of ['account', 'sign-in', 'question', 'order', 'payment', 'ledger']) {
      expect(kinds).toContain(kind);
    }
    const printed = await run('users', 'show', userId);
    expect(printed).toContain('credit_500');
    expect(printed).not.toContain('secret question');
    const cut = await run('users', 'show', userId, '--limit', '2');
    const [, before = ''] = /--before (\S+)/.exec(cut) ?? [];
    expect((await run('users', 'show', userId, '--before', before)).split('\n').length).toBe(
      printed.split('\n').length - 2,
    );
  });
});

describe('users find and others, by a text', () => {
  it('find the digits of an address, and show no account by a part of one', async () => {
    const { userId } = await enter('12345678@qq.com');
    const [found] = (await json<Found>('users', 'find', '12345678')).users;
    expect(found).toMatchObject({ id: userId, by: 'e-mail' });
    const shown = await shell.run('users', 'show', '12345678');
    expect([shown.status, shown.err]).toEqual([1, expect.stringContaining('users find')]);
  });

  it('list the accounts of a text with several, and block none', async () => {
    const referrer = await enter('referrer@example.org');
    const buyer = await enter('buyer@example.org');
    const { query } = server.database;
    const people = ['--for', 'buyer@example.org', '--referrer', 'referrer@example.org'];
    const offer = ['--expires', '2099-12-31', '--reward', '5', ...people];
    const [code = ''] = (await run('discounts', 'issue', ...offer)).split('\n');
    const blocked = await shell.run('users', 'block', code, '--reason', 'spam', '--yes');
    expect(blocked.status).toBe(1);
    expect(blocked.err).toContain('belongs to 2 accounts');
    expect(blocked.err).toContain(`referrer@example.org (${referrer.userId}`);
    expect(blocked.err).toContain(`buyer@example.org (${buyer.userId}`);
    expect(await query.select().from(accountBlock)).toEqual([]);
  });
});

describe('the timeline', () => {
  it('shows a sign-in after its session has ended', async () => {
    const browser = onNewNetwork(server.url);
    const userId = await signIn(server.platform, browser, 'gone@example.org');
    await browser.get('/logout');
    const { user, timeline } = await json<Shown>('users', 'show', userId);
    expect(user).toMatchObject({ sessions: 0 });
    const signIns = timeline.filter(({ kind }) => kind === 'sign-in');
    expect(signIns.map(({ facts }) => facts)).toEqual([
      { way: 'code', network: expect.stringMatching(/\/(24|48)$/) },
    ]);
  });
});

describe('users message', () => {
  it('sends a mail once for an id, and never a second time after a crash', async () => {
    await enter('reader@example.org');
    const file = join(folder, 'text.txt');
    await writeFile(file, 'Hello.\n\nFirst line\nSecond line <b>\n');
    const args = ['users', 'message', 'reader@example.org', '--subject', 'About you'];
    const once = [...args, '--file', file, '--id', 'one', '--yes'];
    expect(await run(...once)).toContain('Sent to reader@example.org');
    const box = server.platform.mail.mailboxUrl;
    const latest = async () =>
      (await (await fetch(`${box}latest.json?to=reader%40example.org`)).json()) as {
        subject: string;
        text: string;
        html: string;
      };
    const mail = await latest();
    expect(mail.subject).toBe('About you');
    expect(mail.text).toContain('First line\nSecond line <b>\n\nThis e-mail is from the operator');
    expect(mail.html).toContain('Second line &lt;b&gt;');
    expect(await run(...once)).toContain('got this mail before');
    // As after a crash between sending and marking.
    const { query } = server.database;
    await query.update(operatorMail).set({ mailed: null }).where(eq(operatorMail.id, 'one'));
    const repeated = await shell.run(...once);
    expect([repeated.status, repeated.err]).toEqual([1, expect.stringContaining('another id')]);
    const other = await shell.run(...args.with(4, 'Else'), '--file', file, '--id', 'one', '--yes');
    expect(other.err).toContain('was used for another mail');
    await query.insert(restoredCopy).values({ backup: 'a' });
    const copied = await shell.run(...args, '--file', file, '--id', 'two', '--yes');
    await query.delete(restoredCopy);
    expect([copied.status, copied.err]).toEqual([1, expect.stringContaining('dolores resume')]);
  });
});

describe('users export and delete', () => {
  it('write the archive of the settings, and delete with the mail and the job of the settings', async () => {
    const { userId } = await enter('leaver@example.org');
    const text = join(folder, 'text.txt');
    await writeFile(text, 'Hello.');
    const mailed = ['users', 'message', userId, '--subject', 'About you', '--file', text, '--yes'];
    expect(await run(...mailed)).toContain('Sent to');
    const file = join(folder, 'leaver.zip');
    await run('users', 'export', 'leaver@example.org', file, '--reason', 'asked');
    expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const args = ['users', 'delete', 'leaver@example.org', '--reason', 'asked', '--yes'];
    expect(await run(...args)).toContain('is deleted after');
    expect(await run(...args)).toContain('was requested before');
    const texts: string[] = [];
    const mail = {
      ...server.platform.mail,
      send: async ({ text }: { text: string }) => void texts.push(text),
    };
    await mailDeletions({ ...server.platform, mail });
    expect(texts).toEqual([expect.stringContaining('operator of this site will delete')]);
    expect(await deleteDueAccounts(server.platform)).toBe(0);
    await run(...args, '--now');
    expect(await deleteDueAccounts(server.platform)).toBe(1);
    const { query } = server.database;
    expect(
      await query.select().from(accountDeletion).where(eq(accountDeletion.userId, userId)),
    ).toEqual([]);
    const audit = query.select().from(auditEntry).where(eq(auditEntry.subject, userId));
    const kept = await audit.orderBy(auditEntry.id);
    expect(kept.map(({ action }) => action)).toEqual([
      'users.message',
      'users.export',
      'users.delete',
      'users.delete',
    ]);
    expect(kept.map(({ reason, details }) => JSON.stringify([reason, details])).join()).not.toMatch(
      /About you|asked/,
    );
    const gone = await shell.run('users', 'export', userId, join(folder, 'x.zip'), '--reason', 'x');
    expect([gone.status, gone.err]).toEqual([1, 'This account was deleted\n']);
  });
});
