import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appUser } from '#server/db/schema/accounts.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { creditOf } from '../../setup/chat.ts';
import { Ledger, newSource } from '../../setup/ledger.ts';
import {
  type OperatorRun,
  type OperatorShell,
  openOperatorShell,
} from '../../setup/operatorProcess.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;
let operator: OperatorShell;

beforeAll(async () => {
  server = await startTestServer();
  operator = await openOperatorShell(server.database.url);
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await operator.close();
  await server.close();
});

type Person = { userId: string; cookie: string; email: string };

async function enter(credits: number): Promise<Person> {
  const person = await server.signIn(credits);
  const [user] = await server.database.query
    .select({ email: appUser.email })
    .from(appUser)
    .where(eq(appUser.id, person.userId));
  return { ...person, email: user?.email ?? '' };
}

function change(
  verb: string,
  email: string,
  amount: string,
  ...more: string[]
): Promise<OperatorRun> {
  return operator.run('credits', '--yes', verb, email, amount, ...more);
}

async function creditsOf({ cookie }: Person): Promise<number> {
  return (await creditOf(server, cookie)).credit;
}

async function auditsOf({ userId }: Person) {
  return server.database.query
    .select({ action: auditEntry.action, details: auditEntry.details })
    .from(auditEntry)
    .where(eq(auditEntry.subject, userId))
    .orderBy(desc(auditEntry.id));
}

it('grants credits once for each id, and records why', async () => {
  const person = await enter(10);
  const words = ['--reason', 'the outage of Monday', '--id', 'outage-7'];
  const first = await change('grant', person.email.toUpperCase(), '50', ...words);
  expect([first.status, first.err]).toEqual([0, '']);
  expect(first.out).toBe('grant outage-7: +50 credits\nThe account can spend 60 credits.\n');
  const second = await change('grant', person.email, '50', ...words);
  expect(second.out).toContain('was done before and is not repeated: +50 credits');
  expect(await creditsOf(person)).toBe(60);
  expect(await auditsOf(person)).toEqual([
    {
      action: 'credits.grant',
      details: { amount: 50, reason: 'the outage of Monday', id: 'outage-7' },
    },
  ]);
  const more = await change('grant', person.email, '500', ...words);
  const used = 'id: was used for 50 credits; nothing was changed\n';
  expect([more.status, more.err]).toEqual([1, used]);
  expect(await creditsOf(person)).toBe(60);
  const other = await enter(0);
  const stolen = await change('grant', other.email, '50', ...words);
  expect([stolen.status, stolen.err]).toEqual([1, 'id: was used for another account\n']);
  expect(await creditsOf(other)).toBe(0);
  const history = await server.fetch('/api/account/ledger', { cookie: person.cookie });
  expect(await history.text()).toContain('operator_granted');
});

it('adjusts up and down, and takes at most the spendable credits', async () => {
  const person = await enter(10);
  expect((await change('adjust', person.email, '-4', '--reason', 'granted twice')).out).toContain(
    ': -4 credits\nThe account can spend 6 credits.',
  );
  expect((await change('adjust', person.email, '3', '--reason', 'one too many')).status).toBe(0);
  const refused = await change('adjust', person.email, '-10', '--reason', 'too many');
  expect([refused.status, refused.err]).toEqual([1, 'credits: the user can spend only 9\n']);
  expect(await creditsOf(person)).toBe(9);
  expect(await auditsOf(person)).toHaveLength(2);
});

it('takes back the credits of an order, up to a total', async () => {
  const person = await enter(0);
  const ledger = new Ledger(server.database);
  const order = newSource('order');
  await ledger.grant(person.userId, 100, null, order);
  await ledger.adjust(person.userId, -70);
  const words = ['--order', order.id, '--reason', 'paid back by bank'];
  const part = await change('refund', person.email, '20', ...words);
  expect(part.out).toMatch(
    /^refund [\da-f-]{36}: -20 credits\nThe account can spend 10 credits\.\n$/,
  );
  const all = await change('refund', person.email, '100', ...words);
  expect(all.out).toContain(
    ': -10 credits\n70 credits could not be taken: spent, expired or held.',
  );
  const again = await change('refund', person.email, '100', ...words);
  expect(again.err).toContain('refunds have asked for 100 or more credits of this order already');
  const foreign = await change('refund', (await enter(5)).email, '1', ...words);
  expect(foreign.err).toBe('This order gave this account no credits\n');
  expect(await creditsOf(person)).toBe(0);
});

it.each([
  [
    1,
    ['grant', 'nobody@example.org', '5', '--reason', 'x'],
    'There is no account with this address',
  ],
  [2, ['grant', 'nobody', '5', '--reason', 'x'], '“nobody” is no e-mail address.'],
  [2, ['grant', 'nobody@example.org', '5'], "required option '--reason <text>' not specified"],
  [2, ['grant', 'nobody@example.org', '5', '--reason', ' '], '--reason must say something'],
  [
    2,
    ['grant', 'nobody@example.org', '1.5', '--reason', 'x'],
    'a whole number from 1 to 1,000,000',
  ],
  [2, ['grant', 'nobody@example.org', '1000001', '--reason', 'x'], 'from 1 to 1,000,000'],
  [2, ['adjust', 'nobody@example.org', '0', '--reason', 'x'], 'a whole number other than 0'],
  [2, ['refund', 'nobody@example.org', '5', '--reason', 'x'], "required option '--order <id>'"],
  [
    2,
    ['grant', 'nobody@example.org', '5', '--reason', 'x', '--id', 'a b'],
    '--id must be 1 to 100',
  ],
])('refuses with status %i and a sentence: %j', async (wrong, args, sentence) => {
  const { status, err } = await operator.run('credits', '--yes', ...args);
  expect(status).toBe(wrong);
  expect(err).toContain(sentence);
});

it('reports postings by kind and reason, and held, frozen and unrecovered credits', async () => {
  const { userId } = await enter(0);
  const ledger = new Ledger(server.database);
  const [spent, disputed] = [newSource(), newSource()];
  await ledger.grant(userId, 40, null, spent);
  await ledger.hold(userId, 5, newSource());
  await ledger.adjust(userId, -30);
  await ledger.refund(userId, spent, 40);
  await ledger.grant(userId, 7, null, disputed);
  await ledger.freeze(userId, disputed);
  const { status, out } = await operator.run('ledger', 'report', '--days', '1');
  expect(status).toBe(0);
  expect(out).toMatch(
    /^Entries of the last 1 days\nkind +reason +entries +available +held +frozen\n/,
  );
  expect(out).toMatch(/\nfreeze +payment_disputed +1 +-7 +0 +\+7\n/);
  expect(out).toMatch(/\nhold +question +1 +-5 +\+5 +0\n/);
  expect(out).toMatch(/\nOpen holds: 1 of 5 credits, the oldest of \d{4}-\S+Z\n/);
  expect(out).toContain('\nFrozen: 7 credits of 1 users\n');
  // 35 of this test, and 70 of the order above.
  expect(out).toContain('\nUnrecovered: 105 credits of 2 refunds\n');
  await server.database.pool.query(`alter table ledger_entry disable trigger user;
    update ledger_entry set created = now() - interval '2 days' where kind = 'freeze';
    alter table ledger_entry enable trigger user`);
  expect((await operator.run('ledger', 'report', '--days', '1')).out).not.toContain('\nfreeze ');
  expect((await operator.run('ledger', 'report')).out).toMatch(/^All entries\n(.*\n)+freeze /);
});
