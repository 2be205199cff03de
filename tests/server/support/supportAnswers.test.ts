import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Language, languageTags, languages } from '#domain/languages/languages.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { supportRequest } from '#server/db/schema/support.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { createSmtpMail } from '#server/gateways/mail/smtp.ts';
import { answerRequest } from '#server/services/support/answerRequest.ts';
import { mailRequests } from '#server/services/support/mailRequests.ts';
import { closeRequest } from '#server/services/support/requests.ts';
import { sql } from 'drizzle-orm';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { type SmtpServer, startSmtpServer } from '../../setup/smtp.ts';

const message = {
  email: 'reader@example.org',
  topic: 'payment',
  message: 'I paid twice.\nPlease help <b>me</b>.',
};

let server: AccountServer;
let smtp: SmtpServer;
let shell: OperatorShell;
let refused: string | undefined;

beforeAll(async () => {
  server = await startAccountServer();
  server.platform.config.operator.supportEmail = 'help@example.org';
  smtp = await startSmtpServer({ refuse: (to) => (to === refused ? 550 : undefined) });
  vi.stubEnv('SMTP_URL', smtp.url);
  vi.stubEnv('SUPPORT_EMAIL', 'help@example.org');
  shell = await openOperatorShell(server.database.url, server.platform.config.dataDir);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await shell.close();
  await smtp.close();
  await server.close();
});

beforeEach(async () => {
  await server.database.query.execute(
    sql`delete from support_request; delete from rate_limit; delete from audit_entry; delete from mail_pause`,
  );
  smtp.received.length = 0;
  refused = undefined;
});

/** Sends a message as a user, or as a visitor. Returns its reference. */
async function send(cookie?: string, language: Language = 'en'): Promise<string> {
  const body = JSON.stringify({ ...message, language });
  const answer = await server.fetch('/api/contact', {
    method: 'POST',
    body,
    ...(cookie === undefined ? {} : { cookie }),
  });
  return ((await answer.json()) as { reference: string }).reference;
}

async function statesOf(cookie: string): Promise<unknown> {
  const answer = await server.fetch('/api/account/support', { cookie });
  return ((await answer.json()) as { items: unknown }).items;
}

const smtpMail = () => createSmtpMail({ smtpUrl: smtp.url, mailFrom: 'no-reply@example.org' });

describe('an answer to a message', () => {
  it('is mailed to its sender with the question quoted, once, and recorded', async () => {
    const { cookie } = await server.signIn();
    const reference = await send(cookie);
    expect(await statesOf(cookie)).toMatchObject([
      { reference, topic: 'payment', state: 'open', answered: null },
    ]);
    const file = join(server.platform.config.dataDir, 'answer.txt');
    await writeFile(file, 'You get it back.\r\nSorry!\n');
    const run = await shell.run('support', 'answer', reference.toLowerCase(), '--file', file);
    expect(run).toMatchObject({ status: 0, out: 'The answer was mailed.\n' });
    const [{ to, email } = fail()] = smtp.received;
    expect(to).toEqual(['reader@example.org']);
    expect(email.text).toContain('You get it back.\nSorry!\n');
    expect(email.text).toContain('> I paid twice.\n> Please help <b>me</b>.');
    expect(email.html).toContain('&lt;b&gt;me&lt;/b&gt;');
    expect(email.subject).toBe(`Our answer to your message ${reference}`);
    expect(email.replyTo).toMatchObject([{ address: 'help@example.org' }]);
    const [row] = await server.database.query.select().from(supportRequest);
    expect(email.messageId).toMatch(new RegExp(`^<support-answer-${row?.id}@[\\w.]+>$`));
    expect(email.inReplyTo).toMatch(new RegExp(`^<support-${row?.id}@[\\w.]+>$`));
    const again = await shell.run('support', 'answer', reference, '--text', 'Again');
    expect(again.err).toContain('This message is answered already');
    expect(smtp.received).toHaveLength(1);
    expect(await server.database.query.select().from(auditEntry)).toMatchObject([
      { action: 'support.answer', subject: reference },
    ]);
    expect(await statesOf(cookie)).toMatchObject([
      { state: 'answered', answered: expect.any(String) },
    ]);
    expect((await shell.run('support', 'list')).out).toBe('There are no open messages.\n');
    expect((await shell.run('support', 'list', '--all')).out).toContain('answered');
    expect((await shell.run('support', 'show', reference)).out).toContain('You get it back.');
    await closeRequest(server.platform, reference, 'Done');
    expect(await statesOf(cookie)).toMatchObject([{ state: 'closed' }]);
  });

  it('is given by one of two operators who answer at the same time', async () => {
    const reference = await send();
    const mail = smtpMail();
    const both = await Promise.allSettled(
      ['One', 'Two'].map((text) => answerRequest({ ...server.platform, mail }, reference, text)),
    );
    await mail.close();
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(smtp.received).toHaveLength(1);
  });

  it.each([...languages])('is framed in the language of its sender: %s', async (language) => {
    const reference = await send(undefined, language);
    const mails: Mail[] = [];
    const mail = { ...server.platform.mail, send: async (one: Mail) => void mails.push(one) };
    await answerRequest({ ...server.platform, mail }, reference, 'OK');
    const [{ subject, text, html } = fail()] = mails;
    expect(subject).toContain(reference);
    expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined/);
    expect(html).toContain(`lang="${languageTags[language]}"`);
  });

  it('leaves the message open if the mail server refuses the address, which is paused', async () => {
    refused = 'reader@example.org';
    const reference = await send();
    const run = await shell.run('support', 'answer', reference, '--text', 'Hello');
    expect(run.err).toContain('refuses this address');
    refused = undefined;
    const again = await shell.run('support', 'answer', reference, '--text', 'Hello');
    expect(again.err).toContain('Nothing is sent until');
    await shell.run('mail', 'unsuppress', 'reader@example.org');
    expect((await shell.run('support', 'answer', reference, '--text', 'Hello')).status).toBe(0);
  });

  it('needs a text, and an open message', async () => {
    const reference = await send();
    const run = (...args: string[]) => shell.run('support', 'answer', ...args);
    expect((await run(reference)).err).toContain('Give the answer with --text or with --file');
    expect((await run('AAAA-AAAA', '--text', 'x')).err).toContain('There is no message');
    await closeRequest(server.platform, reference, 'Spam');
    expect((await run(reference, '--text', 'x')).err).toContain('This message is closed already');
    expect(smtp.received).toEqual([]);
  });
});

describe('the list of the own messages', () => {
  it('has those of the signed-in user only, newest first', async () => {
    const [one, other] = [await server.signIn(), await server.signIn()];
    const references = [await send(one.cookie), await send(one.cookie)];
    await send(other.cookie);
    await send();
    expect(await statesOf(one.cookie)).toMatchObject(
      references.toReversed().map((reference) => ({ reference })),
    );
    expect((await server.fetch('/api/account/support')).status).toBe(401);
  });
});

describe('a process that is cut off between mail and mark', () => {
  it('sends at most one mail twice, under the same Message-ID, and loses none', async () => {
    await send();
    const mail = smtpMail();
    const { pool } = server.database;
    const cutOff = {
      ...mail,
      send: async (one: Mail) => {
        await mail.send(one);
        // PostgreSQL closes the connection of a killed process like this.
        await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction'`);
      },
    };
    await expect(mailRequests({ ...server.platform, mail: cutOff })).rejects.toThrow();
    expect(await mailRequests({ ...server.platform, mail })).toBe(1);
    expect(await mailRequests({ ...server.platform, mail })).toBe(0);
    await mail.close();
    expect(smtp.received).toHaveLength(2);
    expect(new Set(smtp.received.map(({ email }) => email.messageId)).size).toBe(1);
  });
});

function fail(): never {
  throw new Error('No mail arrived');
}
