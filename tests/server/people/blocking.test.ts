import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer } from '#server/db/schema/chat.ts';
import { creditBalance } from '#server/db/schema/credits.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { subscription } from '#server/db/schema/orders.ts';
import { deleteDueAccounts } from '#server/services/account/deletion/deleteDueAccounts.ts';
import {
  keepAccount,
  scheduleDeletion,
} from '#server/services/account/deletion/requestDeletion.ts';
import { closeLeavingOrders } from '#server/services/orders/checkout/closeOrder.ts';
import { settleLeavingPlans } from '#server/services/orders/subscriptions/leavingPlan.ts';
import { blockUser, unblockUser } from '#server/services/people/blockUser.ts';
import { ask, errorOf as refusalOf, readAll } from '../../setup/chat.ts';
import { createUser } from '../../setup/database.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { type Buyer, type PaymentServer, startPaymentServer } from '../../setup/payments.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { askForCode, errorOf, otherCode, readCode, signIn, tryCode } from '../../setup/signIn.ts';
import { onNewNetwork } from '../../setup/testBrowser.ts';

let server: PaymentServer;
/** Another server on the same database. */
let other: TestServer;
let shell: OperatorShell;

const support = 'help@example.org';
const longEnough = { timeout: 20_000 };

beforeAll(async () => {
  server = await startPaymentServer();
  server.platform.config.operator.supportEmail = support;
  other = await startTestServer({ database: server.database });
  shell = await openOperatorShell(server.database.url, server.platform.config.dataDir);
  // Its process starts with the first command, which is slow.
  await shell.run('users', 'find', support);
});

afterAll(async () => {
  await shell.close();
  await other.close();
  await server.close();
});

async function block(user: string): Promise<string> {
  const run = await shell.run('users', 'block', user, '--reason', 'spam', '--yes');
  expect([run.err, run.status]).toEqual(['', 0]);
  return run.out;
}

async function unblock(user: string): Promise<string> {
  const run = await shell.run('users', 'unblock', user, '--reason', 'a mistake');
  expect([run.err, run.status]).toEqual(['', 0]);
  return run.out;
}

function answersOf(userId: string) {
  return server.database.query.select().from(answer).where(eq(answer.userId, userId));
}

async function balanceOf(userId: string) {
  const { query } = server.database;
  const [row] = await query.select().from(creditBalance).where(eq(creditBalance.userId, userId));
  return { available: row?.available, held: row?.held };
}

async function subscribe(): Promise<Buyer> {
  const buyer = await server.newBuyer();
  const order = await server.order(buyer, 'pro_month');
  await server.act(await server.checkout(buyer, order), { outcome: 'pay' });
  await expect.poll(() => server.stateOf(order.id), longEnough).toBe('fulfilled');
  return buyer;
}

async function planOf({ userId }: Buyer) {
  const { query } = server.database;
  const [row] = await query.select().from(subscription).where(eq(subscription.userId, userId));
  return { leaving: row?.leaving, ends: row?.endsAtPeriodEnd };
}

describe('blocking an account', () => {
  it('ends its sessions and answers on every server, free of charge', async () => {
    const { userId, cookie } = await server.signIn(100);
    const begun = await Promise.all([
      ask(server, cookie, { text: 'sandbox: long 90000' }),
      ask(other, cookie, { text: 'sandbox: long 90000' }),
    ]);
    const reading = begun.map((response) => readAll(response).catch(() => undefined));
    await expect.poll(async () => (await answersOf(userId)).length).toBe(2);
    const out = await block(userId);
    expect(out).toContain(`Its id is ${userId}`);
    expect(out).toContain('Ended: sessions 1, answers 2, free of charge.');
    await Promise.all(reading);
    const ended = await answersOf(userId);
    expect(ended.map(({ state, charged }) => [state, charged])).toEqual([
      ['interrupted', 0],
      ['interrupted', 0],
    ]);
    expect(await balanceOf(userId)).toEqual({ available: 100, held: 0 });
    for (const one of [server, other]) {
      expect((await one.fetch('/api/account', { cookie })).status).toBe(401);
      expect((await refusalOf(await ask(one, cookie, { text: 'hello' }))).status).toBe(401);
      // It stops to read the models, too.
      await expect
        .poll(() => ended.filter(({ id }) => one.platform.runner.has(id)), longEnough)
        .toEqual([]);
    }
    const [entry] = await server.database.query
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.subject, userId));
    expect(entry).toMatchObject({ action: 'users.block', details: { reason: 'spam' } });
    expect(await block(userId)).toContain('was blocked');
  });

  it('lets no question through that is being stored', async () => {
    const { userId, cookie } = await server.signIn(1_000);
    const asked = Array.from({ length: 24 }, async (_, turn) => {
      await pause(turn * 4);
      const response = await ask(turn % 2 === 0 ? server : other, cookie, {
        text: 'sandbox: slow',
      });
      await response.body?.cancel();
      return response.status;
    });
    await pause(40);
    await blockUser(server.platform, userId, 'spam');
    const statuses = new Set(await Promise.all(asked));
    expect([...statuses].filter((status) => ![200, 401, 403, 429].includes(status))).toEqual([]);
    expect((await answersOf(userId)).filter(({ state }) => state === 'running')).toEqual([]);
    expect(await balanceOf(userId)).toEqual({ available: 1_000, held: 0 });
  });

  it('is explained after the right sign-in code only, and can be taken back', async () => {
    const email = 'blocked@example.org';
    const browser = onNewNetwork(server.url);
    const userId = await signIn(server.platform, browser, email);
    await block(email);
    const again = onNewNetwork(server.url);
    expect((await askForCode(again, email)).status).toBe(200);
    const code = await readCode(server.platform, email);
    expect(errorOf(await tryCode(again, email, otherCode(code))).code).toBe('wrong_code');
    const refused = await tryCode(again, email, code);
    expect([refused.status, errorOf(refused)]).toEqual([
      403,
      expect.objectContaining({ code: 'account_blocked', support }),
    ]);
    expect(await unblock(email)).toContain('can sign in again');
    expect(await signIn(server.platform, onNewNetwork(server.url), email)).toBe(userId);
    const repeated = await shell.run('users', 'unblock', email, '--reason', 'again');
    expect([repeated.status, repeated.err]).toEqual([1, 'This account is not blocked\n']);
  });

  it('ends the plan with its period, keeps a payment on its way, and resumes the plan afterwards', async () => {
    const buyer = await subscribe();
    const paying = await server.order(buyer, 'credit_500');
    const page = await server.checkout(buyer, paying);
    const waiting = await server.order(buyer, 'credit_1000');
    const before = (await balanceOf(buyer.userId)).available ?? 0;
    const out = await block(buyer.userId);
    expect(out).toContain('The plan pro_month (sandbox');
    expect(out).toContain(`The open order ${waiting.id} is closed`);
    await server.act(page, { outcome: 'pay' });
    await expect.poll(() => server.stateOf(paying.id), longEnough).toBe('fulfilled');
    expect((await balanceOf(buyer.userId)).available).toBe(before + 500);
    await settleLeavingPlans(server.platform);
    await closeLeavingOrders(server.platform);
    expect(await planOf(buyer)).toEqual({ leaving: 'ending', ends: true });
    expect(await server.stateOf(waiting.id)).toBe('expired');
    expect(await unblock(buyer.userId)).toContain('renews again');
    await settleLeavingPlans(server.platform);
    expect(await planOf(buyer)).toEqual({ leaving: null, ends: false });
  });

  it('lets the plan renew when it ends at the moment in which the account is kept', async () => {
    const { platform, database } = server;
    const buyer = await subscribe();
    const { userId } = buyer;
    for (let round = 0; round < 8; round += 1) {
      await blockUser(platform, userId, 'spam');
      const request = { userId, requested: platform.now() };
      await database.transaction((transaction) => scheduleDeletion(transaction, request));
      await Promise.all([
        keepAccount(platform, userId),
        unblockUser(platform, userId, 'a mistake'),
      ]);
      await settleLeavingPlans(platform);
      expect(await planOf(buyer)).toEqual({ leaving: null, ends: false });
    }
  });

  it('outlives a deletion: the mailbox opens no account in another spelling', async () => {
    const email = 'some.one@gmail.com';
    const userId = await signIn(server.platform, onNewNetwork(server.url), email);
    await block(email);
    const deleted = await shell.run(
      'users',
      'delete',
      email,
      '--reason',
      'asked',
      '--now',
      '--yes',
    );
    expect([deleted.err, deleted.status]).toEqual(['', 0]);
    await deleteDueAccounts(server.platform);
    const spelled = 'someone+new@gmail.com';
    const browser = onNewNetwork(server.url);
    await askForCode(browser, spelled);
    const refused = await tryCode(browser, spelled, await readCode(server.platform, spelled));
    expect(errorOf(refused).code).toBe('account_blocked');
    await unblock(userId);
    expect(await signIn(server.platform, onNewNetwork(server.url), spelled)).not.toBe(userId);
  });

  it('asks first, and names what is wrong', async () => {
    const userId = await createUser(server.database, 0);
    const unasked = await shell.run('users', 'block', userId, '--reason', 'spam');
    expect([unasked.status, unasked.err]).toEqual([2, expect.stringContaining('--yes')]);
    const unknown = await shell.run('users', 'block', 'no@example.org', '--reason', 'x', '--yes');
    expect([unknown.status, unknown.err]).toEqual([1, expect.stringContaining('users find')]);
  });
});
