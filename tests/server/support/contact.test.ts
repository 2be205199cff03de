import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contactKeptDays, contactReferencePattern } from '#domain/support/contact.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { supportRequest } from '#server/db/schema/support.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { addPlan } from '#server/services/plans/addPlan.ts';
import { mailRequests } from '#server/services/support/mailRequests.ts';
import { deleteOldRequests } from '#server/services/support/requests.ts';
import { eq, sql } from 'drizzle-orm';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type TestAnswer, onNewNetwork } from '../../setup/testBrowser.ts';

const message = {
  email: 'Reader@Example.org',
  topic: 'payment',
  message: 'I paid twice.\n\u001b[31mPlease help <b>me</b>.',
  about: 'Order 12\r\nBcc: other@example.org',
};

let server: AccountServer;
let shell: OperatorShell;
let mails: Mail[];

beforeAll(async () => {
  server = await startAccountServer();
  server.platform.config.operator.supportEmail = 'help@example.org';
  shell = await openOperatorShell(server.database.url);
});

afterAll(async () => {
  await shell.close();
  await server.close();
});

beforeEach(async () => {
  await server.database.query.execute(sql`delete from support_request; delete from rate_limit`);
  mails = [];
  Object.assign(server.platform.mail, { send: async (mail: Mail) => void mails.push(mail) });
});

function send(body: unknown, browser = onNewNetwork(server.url)): Promise<TestAnswer> {
  const headers = { 'content-type': 'application/json' };
  return browser.send('POST', '/api/contact', headers, JSON.stringify(body));
}

async function sendAs(cookie: string, body: unknown): Promise<string> {
  const init = { method: 'POST', cookie, body: JSON.stringify(body) };
  const answer = (await (await server.fetch('/api/contact', init)).json()) as { reference: string };
  return answer.reference;
}

const referenceOf = ({ json }: TestAnswer) => (json as { reference: string }).reference;
const errorOf = ({ json }: TestAnswer) => (json as { error: Record<string, unknown> }).error;
const stored = () => server.database.query.select().from(supportRequest);

describe('a message from the contact form', () => {
  it('is stored, mailed once, and answered to its sender; none of it becomes a header', async () => {
    const answer = await send({ ...message, language: 'de' });
    expect(answer.status).toBe(200);
    const reference = referenceOf(answer);
    expect(reference).toMatch(contactReferencePattern);
    await Promise.all([mailRequests(server.platform), mailRequests(server.platform)]);
    await mailRequests(server.platform);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail).toMatchObject({
      to: 'help@example.org',
      subject: `payment: ${reference}`,
      replyTo: 'Reader@Example.org',
    });
    expect(mail?.messageId).toMatch(/^<support-[\da-f-]{36}@127\.0\.0\.1>$/);
    expect(mail?.text).toContain('I paid twice.');
    expect(mail?.html).toContain('&lt;b&gt;me&lt;/b&gt;');
    const [row] = await stored();
    expect(row).toMatchObject({ tier: 'free', userId: null, language: 'de', topic: 'payment' });
  });

  it('has the tier of its sender, and comes first from Pro', async () => {
    const reader = await server.signIn();
    const early = await sendAs(reader.cookie, message);
    const pro = await server.signIn();
    const now = server.platform.now();
    const source = { type: 'code', id: randomUUID() } as const;
    await server.database.transaction((transaction) =>
      addPlan(transaction, {
        userId: pro.userId,
        product: 'pro_month',
        credits: 10,
        source,
        now,
      }),
    );
    const late = await sendAs(pro.cookie, message);
    await mailRequests(server.platform);
    expect(mails.map(({ subject }) => subject)).toEqual([
      `[Pro] payment: ${late}`,
      `payment: ${early}`,
    ]);
    expect(mails[0]?.text).toContain(`account ${pro.userId}`);
  });

  it('waits while the mail server is away, and does not delay others', async () => {
    await send(message);
    await send({ ...message, email: 'second@example.org' });
    const refuse = async (mail: Mail) => {
      if (mail.replyTo === message.email) throw new Error(`<${message.email}>: refused`);
      mails.push(mail);
    };
    Object.assign(server.platform.mail, { send: refuse });
    expect(await mailRequests(server.platform)).toBe(1);
    expect(mails.map(({ replyTo }) => replyTo)).toEqual(['second@example.org']);
    const logged = server.logged.join('\n');
    expect(logged).toContain('a support message could not be mailed');
    expect(logged).not.toContain(message.email);
    Object.assign(server.platform.mail, { send: async (mail: Mail) => void mails.push(mail) });
    expect(await mailRequests(server.platform)).toBe(1);
    expect(mails).toHaveLength(2);
  });

  it.each([
    [{ email: 'no address' }, 'email', 'emailInvalid'],
    [{ email: 'a@example.org\r\nBcc: b@example.org' }, 'email', 'emailInvalid'],
    [{ topic: 'gossip' }, 'topic', 'topicMissing'],
    [{ message: ' \n' }, 'message', 'messageEmpty'],
    [{ message: 'x'.repeat(4_001) }, 'message', 'tooLong'],
    [{ about: 'x'.repeat(301) }, 'about', 'tooLong'],
    [{ website: 'https://spam.example' }, 'website', 'trap'],
  ])('is refused with field and rule: %j', async (change, field, rule) => {
    const answer = await send({ ...message, about: '', ...change });
    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toMatchObject({ code: 'invalid_input', fields: [{ field, rule }] });
    expect(await stored()).toEqual([]);
  });

  it('is limited for a network, and refused from other sites', async () => {
    const browser = onNewNetwork(server.url);
    for (let count = 0; count < 5; count += 1) {
      expect((await send(message, browser)).status).toBe(200);
    }
    const answer = await send(message, browser);
    expect([answer.status, errorOf(answer)['code']]).toEqual([429, 'too_many_requests']);
    expect((await send(message)).status).toBe(200);
    const foreign = { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' };
    const body = JSON.stringify(message);
    const refused = await onNewNetwork(server.url).send('POST', '/api/contact', foreign, body);
    expect(errorOf(refused)['code']).toBe('other_origin');
  });

  it('is deleted with its sender’s account, and after its time', async () => {
    const { query } = server.database;
    const rows = await query
      .insert(appUser)
      .values({ email: 'gone@example.org', name: 'User' })
      .returning();
    const userId = rows[0]?.id ?? '';
    await send(message);
    const reference = referenceOf(await send(message));
    await query
      .update(supportRequest)
      .set({ userId })
      .where(eq(supportRequest.reference, reference));
    await query.delete(appUser).where(eq(appUser.id, userId));
    expect(await stored()).toHaveLength(1);
    expect(await deleteOldRequests(server.platform)).toBe(0);
    server.advance((contactKeptDays + 1) * 86_400);
    expect(await deleteOldRequests(server.platform)).toBe(1);
  });
});

describe('the operator', () => {
  it('lists, reads and closes messages, without control characters for the terminal', async () => {
    const reference = referenceOf(await send(message));
    const list = await shell.run('support', 'list');
    expect(list.out).toContain(reference);
    expect(list.out).toContain('free  payment  Reader@Example.org  not mailed yet');
    expect((await shell.run('support', 'list', '--category', 'payment')).out).toBe(list.out);
    expect((await shell.run('support', 'list', '--category', 'report')).out).toBe(
      'There are no open messages of the topic report.\n',
    );
    expect((await shell.run('support', 'list', '--category', 'x')).err).toContain('must be one of');
    const shown = await shell.run('support', 'show', reference.toLowerCase());
    expect(shown.out).toContain('About: Order 12 Bcc: other@example.org');
    expect(shown.out).toContain('I paid twice.\n  [31mPlease help <b>me</b>.');
    expect(list.out + shown.out).not.toContain('\u001b');
    expect((await shell.run('support', 'close', reference, '--note', 'Refunded')).out).toBe(
      'Closed.\n',
    );
    const again = await shell.run('support', 'close', reference, '--note', 'Refunded');
    expect(again.err).toContain('This message is closed already');
    expect((await shell.run('support', 'list')).out).toBe('There are no open messages.\n');
    const { query } = server.database;
    expect(await query.select().from(auditEntry)).toMatchObject([
      { action: 'support.close', subject: reference, details: { note: 'Refunded' } },
    ]);
  });
});

describe('without an address of the operator', () => {
  let other: TestServer;

  beforeAll(async () => {
    other = await startTestServer();
  });

  afterAll(() => other.close());

  it('no message is taken', async () => {
    const init = { method: 'POST', body: JSON.stringify({ ...message, about: '' }) };
    expect((await other.fetch('/api/contact', init)).status).toBe(404);
  });
});
