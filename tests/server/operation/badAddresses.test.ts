import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normaliseEmail } from '#domain/login/login.ts';
import { appUser, loginAttempt } from '#server/db/schema/accounts.ts';
import { mailRequests } from '#server/services/support/mailRequests.ts';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { hostileAddress, hostileQuery } from '../../setup/hostileAddresses.ts';
import { chooseSeed, times } from '../../setup/longRuns.ts';
import { type SmtpServer, startSmtpServer } from '../../setup/smtp.ts';
import { type TestAnswer, type TestBrowser, onNewNetwork } from '../../setup/testBrowser.ts';

const operator = 'operator@dolores.example';
const atOnce = 25;

let smtp: SmtpServer;
let server: AccountServer;

beforeAll(async () => {
  smtp = await startSmtpServer({});
  server = await startAccountServer(
    { mailsPerHour: 1_000_000 },
    { SMTP_URL: smtp.url, SUPPORT_EMAIL: operator },
  );
});

afterAll(async () => {
  await server.close();
  await smtp.close();
});

/** Checks so many generated values, `atOnce` of them in parallel; a failure prints its seed. */
async function holdsFor<Value>(
  arbitrary: fc.Arbitrary<Value>,
  count: number,
  check: (values: Value[]) => Promise<void>,
): Promise<void> {
  const values = fc.array(arbitrary, { minLength: atOnce, maxLength: atOnce });
  await fc.assert(
    fc.asyncProperty(values, async (some) => {
      await server.database.query.execute('delete from rate_limit');
      await server.database.query.delete(loginAttempt);
      smtp.received.length = 0;
      await check(some);
    }),
    { numRuns: count / atOnce, endOnFailure: true, seed: chooseSeed('ADDRESSES_SEED') },
  );
}

describe('generated addresses', { timeout: times(180_000, 900_000) }, () => {
  it('get the same answer with and without an account, and mails without additional headers', async () => {
    const tally = new Map<string, number>();
    await holdsFor(hostileQuery, times(150, 10_000), async (queries) => {
      const without = await askAll(queries);
      for (const { key } of without) tally.set(key, (tally.get(key) ?? 0) + 1);
      await makeAccounts(queries);
      await server.database.query.execute('delete from rate_limit');
      const withAccount = await askAll(queries);
      expect(withAccount.map(({ answers }) => answers)).toEqual(
        without.map(({ answers }) => answers),
      );
    });
    expect(server.logged.join('')).not.toMatch(/victim|%40/);
    // Many must get as far as the mail server.
    expect(tally.get('200') ?? 0).toBeGreaterThan(times(10, 500));
    expect([...tally.keys()].toSorted()).toEqual(['200', '400']);
  });

  it('reach the operator as the one reply address, or are refused', async () => {
    await holdsFor(hostileAddress, times(50, 2_500), async (addresses) => {
      const accepted = await sendMessages(addresses);
      await mailRequests(server.platform);
      const answerTo = smtp.received.map(({ email }) => email.replyTo?.map((to) => to.address));
      expect(answerTo.map((to) => oneSpelling(String(to))).toSorted()).toEqual(
        accepted.map(oneSpelling).toSorted(),
      );
      for (const mail of smtp.received) {
        expect(mail.to).toEqual([operator]);
        checkHeaders(mail, 'reply-to');
      }
    });
  });
});

/** Sends a message from each address. Returns the addresses that were accepted. */
async function sendMessages(addresses: readonly string[]): Promise<string[]> {
  const accepted: string[] = [];
  await Promise.all(
    addresses.map(async (email) => {
      const body = JSON.stringify({ email, topic: 'question', message: 'Hello' });
      const type = { 'content-type': 'application/json' };
      const { status } = await onNewNetwork(server.url).send('POST', '/api/contact', type, body);
      expect([200, 400], JSON.stringify(email)).toContain(status);
      if (status === 200) accepted.push(email.trim());
    }),
  );
  return accepted;
}

/**
 * Mails carry domains in ASCII, which postal-mime converts back, and names in their compatible form, in which some accents
 * begin with a space. The server removes it like others around an address.
 */
function oneSpelling(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at).normalize('NFKC').trimStart()}@${new URL(`http://${address.slice(at + 1)}`).hostname}`;
}

type Asked = { key: string; answers: unknown };

/** Asks for a code with each query, and tries one; checks the mails that were really sent. */
async function askAll(queries: readonly string[]): Promise<Asked[]> {
  smtp.received.length = 0;
  const all = await Promise.all(
    queries.map(async (query) => {
      const asked = await ask(onNewNetwork(server.url), 'GET', query);
      const tried = await ask(onNewNetwork(server.url), 'POST', `${query}&code=1234`);
      return { key: String(asked.status), answers: [asked, tried] };
    }),
  );
  const accepted = all.filter(({ key }) => key === '200');
  expect(smtp.received).toHaveLength(accepted.length);
  for (const mail of smtp.received) checkHeaders(mail, 'auto-submitted');
  return all;
}

/** The parts of a response that could show whether there is an account. */
async function ask(browser: TestBrowser, method: string, query: string) {
  const answer = await browser.send(method, `/api/login/email?${query}`, {});
  expect(answer.status, query).toBeLessThan(500);
  return describeAnswer(answer);
}

function describeAnswer({ status, json, headers, cookies }: TestAnswer) {
  return {
    status,
    json,
    headers: Object.keys(headers),
    cookies: cookies.map((cookie) => cookie.replace(/=[\w-]{43};/, '=…;')),
  };
}

/** Makes an account of each address, as the server reads it and as it is in the query. */
async function makeAccounts(queries: readonly string[]): Promise<void> {
  const { query } = server.database;
  const asked = await query.select({ email: loginAttempt.email }).from(loginAttempt);
  const written = queries.map((text) => new URLSearchParams(text).get('email') ?? '');
  const emails = [...asked.map(({ email }) => email), ...written.map(normaliseEmail)];
  const values = emails
    .filter((email) => !email.includes('\0'))
    .map((email) => ({ email, name: 'User 0001' }));
  await query.insert(appUser).values(values).onConflictDoNothing();
}

/** A mail has one recipient, and these headers only; `own` is the additional one of its kind. */
function checkHeaders({ to, email }: SmtpServer['received'][number], own: string): void {
  const usual = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];
  expect(to).toHaveLength(1);
  expect(email.to).toHaveLength(1);
  expect(email.headers.map(({ key }) => key).toSorted()).toEqual([...usual, own].toSorted());
}
