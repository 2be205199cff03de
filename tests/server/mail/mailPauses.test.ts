import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { languages } from '#domain/languages/languages.ts';
import { mailPause, mailSuppression } from '#server/db/schema/mail.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { createSmtpMail } from '#server/gateways/mail/smtp.ts';
import { mailSignInNotices } from '#server/services/login/mailSignInNotices.ts';
import { deleteOldPauses } from '#server/services/mail/pauses.ts';
import { suppressAddresses } from '#server/services/mail/suppressions.ts';
import { sql } from 'drizzle-orm';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { askForCode, errorOf } from '../../setup/signIn.ts';
import { type SmtpServer, startSmtpServer } from '../../setup/smtp.ts';
import { type TestAnswer, onNewNetwork } from '../../setup/testBrowser.ts';

type Refusal = ReturnType<NonNullable<Parameters<typeof startSmtpServer>[0]['refuse']>>;

const email = 'gone@example.org';
const day = 86_400;

let server: AccountServer;
let smtp: SmtpServer;
let shell: OperatorShell;
/** How the mail server refuses the address, and how often it was asked. */
let refusal: Refusal;
let asked = 0;

beforeAll(async () => {
  server = await startAccountServer();
  smtp = await startSmtpServer({
    refuse: (address) => {
      asked += 1;
      return address === email ? refusal : undefined;
    },
  });
  shell = await openOperatorShell(server.database.url, server.platform.config.dataDir);
});

afterAll(async () => {
  await shell.close();
  await smtp.close();
  await server.close();
});

beforeEach(async () => {
  await server.database.query.execute(
    sql`delete from mail_pause; delete from rate_limit; delete from audit_entry`,
  );
  refusal = 550;
  asked = 0;
  const { mail } = server.platform;
  server.platform.mail = createSmtpMail({ smtpUrl: smtp.url, mailFrom: 'no-reply@example.org' });
  return async () => {
    await server.platform.mail.close();
    server.platform.mail = mail;
  };
});

/** Asks for a code as a person on a new network, at a time when no limit counts. */
async function ask(): Promise<TestAnswer> {
  await server.database.query.execute('delete from rate_limit');
  return askForCode(onNewNetwork(server.url), email);
}

/** The days until the pause ends that an answer names. */
function pausedDays(answer: TestAnswer): number {
  const { code, until } = errorOf(answer) as { code: string; until: string };
  expect([answer.status, code]).toEqual([422, 'mail_refused']);
  return Math.round((Date.parse(until) - server.platform.now().getTime()) / day / 1_000);
}

describe('an address that the mail server refuses', () => {
  it('is paused for a day, then for longer, never for ever, and is reset by a delivered mail', async () => {
    for (const days of [1, 3, 7, 7]) {
      expect(pausedDays(await ask())).toBe(days);
      server.advance((days - 0.1) * day);
      expect(errorOf(await ask()).code).toBe('mail_refused');
      server.advance(0.2 * day);
    }
    expect(asked).toBe(4);
    refusal = undefined;
    expect((await ask()).status).toBe(200);
    expect(await server.database.query.select().from(mailPause)).toEqual([]);
    refusal = 550;
    expect(pausedDays(await ask())).toBe(1);
  });

  it('is paused once by several parallel requests, without other addresses', async () => {
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(pausedDays)).toEqual([1, 1, 1]);
    expect(await server.database.query.select().from(mailPause)).toMatchObject([{ refusals: 1 }]);
    expect((await askForCode(onNewNetwork(server.url), 'other@example.org')).status).toBe(200);
  });

  it.each<[string, Refusal, string]>([
    ['there is no such mailbox', { code: 550, words: '5.1.1' }, 'mail_refused'],
    ['the mailbox is closed', { code: 550, words: '5.2.1' }, 'mail_refused'],
    ['the domain takes no mail', 556, 'mail_refused'],
    ['the mailbox is busy', 450, 'mail_failed'],
    ['a greylist lets it wait', { code: 451, words: '4.7.1' }, 'mail_failed'],
    ['the mailbox is full', { code: 552, words: '5.2.2' }, 'mail_failed'],
    ['our own server may not relay', { code: 550, words: '5.7.1' }, 'mail_failed'],
    ['our own server must sign in', 530, 'mail_failed'],
  ])('is paused only where that is about the address: %s', async (_, reply, code) => {
    refusal = reply;
    expect(errorOf(await ask()).code).toBe(code);
    const rows = await server.database.query.select().from(mailPause);
    expect(rows).toHaveLength(code === 'mail_refused' ? 1 : 0);
  });

  it('gets the same response with and without an account, and is in no table and no log', async () => {
    const stranger = await ask();
    await server.database.query.execute(sql`delete from mail_pause`);
    refusal = undefined;
    await server.database.query.execute(sql`insert into app_user (email, name)
      values (${email}, 'User')`);
    refusal = 550;
    const owner = await ask();
    const shape = ({ status, json }: TestAnswer) => [status, Object.keys(json as object)];
    expect(shape(owner)).toEqual(shape(stranger));
    expect(pausedDays(owner)).toBe(1);
    const { rows } = await server.database.query.execute(
      sql`select mail_pause::text as row from mail_pause`,
    );
    expect(JSON.stringify(rows)).not.toMatch(/gone|example/);
    expect(server.logged.join('\n')).not.toMatch(/gone@/);
  });

  it('gets no sign-in notice either, which waits no longer', async () => {
    const { query } = server.database;
    refusal = undefined;
    await query.execute(sql`insert into app_user (email, name) values (${email}, 'User')
      on conflict do nothing`);
    await query.execute(sql`insert into sign_in_notice (user_id)
      select id from app_user where email = ${email}`);
    refusal = 550;
    await mailSignInNotices(server.platform);
    await mailSignInNotices(server.platform);
    expect(asked).toBe(1);
    expect((await query.execute(sql`select 1 from sign_in_notice`)).rows).toEqual([]);
    expect(errorOf(await ask()).code).toBe('mail_refused');
  });

  it('is deleted after a year without another refusal', async () => {
    await ask();
    server.advance(364 * day);
    await deleteOldPauses(server.platform);
    expect(await server.database.query.select().from(mailPause)).toHaveLength(1);
    server.advance(2 * day);
    await deleteOldPauses(server.platform);
    expect(await server.database.query.select().from(mailPause)).toEqual([]);
  });
});

describe('the operator', () => {
  it('lists paused addresses as hashes, and ends a pause with a record', async () => {
    expect((await shell.run('mail', 'suppressed')).out).toBe('No address is paused.\n');
    // The command line has the time of the machine.
    await server.database.query.insert(mailPause).values({
      addressHash: 'f'.repeat(64),
      refusals: 2,
      refused: new Date(),
      until: new Date(Date.now() + 1_000 * day),
    });
    const list = await shell.run('mail', 'suppressed');
    expect(list.out).toMatch(/^f{12} {2}2 refusals, the last \S+Z {2}until \S+Z\n$/);
    await ask();
    const ended = await shell.run('mail', 'unsuppress', ' Gone@Example.org');
    expect(ended).toMatchObject({ status: 0, out: 'Mail is sent to this address again.\n' });
    const [audit] = await server.database.query.select().from(auditEntry);
    expect(audit).toMatchObject({ action: 'mail.unsuppress' });
    expect(audit?.subject).toMatch(/^[\da-f]{12}$/);
    refusal = undefined;
    expect((await ask()).status).toBe(200);
    const again = await shell.run('mail', 'unsuppress', email);
    expect(again.err).toContain('No mail server refused this address');

    const all = await shell.run('mail', 'unsuppress', '--all', '--yes');
    expect(all).toMatchObject({ status: 0, out: 'Mail is sent to 1 address again.\n' });
    expect((await shell.run('mail', 'suppressed')).out).toBe('No address is paused.\n');
    const audits = await server.database.query.select().from(auditEntry);
    expect(audits.at(-1)).toMatchObject({ subject: 'all', details: { addresses: 1 } });
    expect((await shell.run('mail', 'unsuppress')).err).toContain('Give an address, or --all');
  });

  it('sends to every address of the list again with --all, bounces and complaints too', async () => {
    await ask();
    await suppressAddresses(server.platform, [
      { email, kind: 'bounce', cause: undefined },
      { email: 'angry@example.org', kind: 'complaint', cause: undefined },
    ]);
    const unasked = await shell.run('mail', 'unsuppress', '--all');
    expect(unasked).toMatchObject({ status: 2, out: '' });
    expect(unasked.err).toContain('Nothing was changed. Add --yes');
    expect(await server.database.query.$count(mailSuppression)).toBe(2);
    const all = await shell.run('mail', 'unsuppress', '--all', '--yes');
    expect(all).toMatchObject({ status: 0, out: 'Mail is sent to 2 addresses again.\n' });
    expect((await shell.run('mail', 'suppressed')).out).toBe('No address is paused.\n');
    expect(await server.database.query.$count(mailSuppression)).toBe(0);
  });

  it('ends the pause of the hash that the list prints', async () => {
    await ask();
    const [hash = ''] = (await shell.run('mail', 'suppressed')).out.split(' ');
    const ended = await shell.run('mail', 'unsuppress', hash);
    expect(ended).toMatchObject({ status: 0, out: 'Mail is sent to this address again.\n' });
    expect((await shell.run('mail', 'suppressed')).out).toBe('No address is paused.\n');
    const [audit] = await server.database.query.select().from(auditEntry);
    expect(audit).toMatchObject({ action: 'mail.unsuppress', subject: hash });
  });
});

describe('a mailed code', () => {
  it.each([...languages])('arrives by SMTP in the language of the user: %s', async (language) => {
    const to = `code.${language.toLowerCase()}@example.org`;
    const query = new URLSearchParams({ email: to, lang: language });
    const browser = onNewNetwork(server.url);
    expect((await browser.get(`/api/login/email?${query.toString()}`)).status).toBe(200);
    const mail = smtp.received.find((received) => received.to[0] === to)?.email;
    const code = /\b\d{4}\b/.exec(mail?.subject ?? '')?.[0];
    expect(code).toBeDefined();
    expect(mail?.text).toContain(`\n${code}\n`);
    expect(mail?.text?.trimEnd().endsWith(`\n@127.0.0.1 #${code}`)).toBe(true);
    expect(mail?.html).toContain(`>${code}<`);
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/https?:|\{\{|undefined/);
  });

  it('replaces the one of the same browser only', async () => {
    const [first, second] = [onNewNetwork(server.url), onNewNetwork(server.url)];
    const to = 'two@example.org';
    const { query } = server.database;
    for (const browser of [first, second, first]) {
      await query.execute('delete from rate_limit');
      expect((await askForCode(browser, to)).status).toBe(200);
    }
    const { rows } = await query.execute(sql`select 1 from login_attempt where email = ${to}`);
    expect(rows).toHaveLength(2);
    const codes = smtp.received
      .filter((received) => received.to[0] === to)
      .map(({ email: { subject } }) => subject?.slice(0, 4) ?? '');
    await query.execute('delete from rate_limit');
    const params = new URLSearchParams({ email: to, code: codes[1] ?? '' });
    expect((await second.post(`/api/login/email?${params.toString()}`)).status).toBe(200);
  });
});
