import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { type Server, type Socket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { codeProblem } from '#domain/login/login.ts';
import type { MailGateway } from '#server/gateways/mail/mail.ts';
import { createMailbox } from '#server/gateways/mail/mailbox.ts';
import { createSmtpMail } from '#server/gateways/mail/smtp.ts';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { askForCode, attemptsOf, errorOf, readCode, tryCode } from '../../setup/signIn.ts';
import { type SmtpServer, startSmtpServer } from '../../setup/smtp.ts';
import { TestBrowser, onNewNetwork } from '../../setup/testBrowser.ts';

const mail = { to: 'a@example.org', subject: 'Subject', text: 'Text\n', html: '<p>Text</p>' };
const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/** A real SMTP server that is closed after the test. */
async function startSmtp(options: Parameters<typeof startSmtpServer>[0] = {}): Promise<SmtpServer> {
  const server = await startSmtpServer(options);
  opened.push(server.close);
  return server;
}

/** Accepts connections and never says a word. */
async function startSilence(): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${portOf(server)}`;
}

function smtpMail(smtpUrl: string, sendSeconds?: number): MailGateway {
  const gateway = createSmtpMail(
    { smtpUrl, mailFrom: 'Dolores <no-reply@dolores.example>' },
    sendSeconds,
  );
  opened.push(() => gateway.close());
  return gateway;
}

describe('sign-in codes by SMTP', () => {
  let server: AccountServer;
  let mailbox: MailGateway;

  beforeAll(async () => {
    server = await startAccountServer();
    mailbox = server.platform.mail;
  });

  afterEach(() => {
    server.platform.mail = mailbox;
  });

  afterAll(() => server.close());

  it('arrive as text and HTML from the configured sender, and sign the person in', async () => {
    const smtp = await startSmtp();
    server.platform.mail = smtpMail(smtp.url);
    const browser = onNewNetwork(server.url);
    expect((await askForCode(browser, 'Person@Example.org')).status).toBe(200);
    const [{ from, to, email } = fail()] = smtp.received;
    expect([from, to]).toEqual(['no-reply@dolores.example', ['person@example.org']]);
    expect(email.from).toMatchObject({ name: 'Dolores', address: 'no-reply@dolores.example' });
    const code = /^\d{4}(?= )/.exec(email.subject ?? '')?.[0] ?? '';
    expect(codeProblem(code)).toBeUndefined();
    expect(email.text).toContain(`\n${code}\n`);
    // Names that devices fill in by themselves, on this site only.
    expect(email.text?.trimEnd().split('\n').at(-1)).toBe(`@127.0.0.1 #${code}`);
    expect(email.html).toContain(`>${code}<`);
    expect(email.html).not.toMatch(/<script|https?:/);
    expect((await tryCode(browser, 'person@example.org', code)).status).toBe(200);
  });

  it('are delivered at once when many people ask, over few connections', async () => {
    const smtp = await startSmtp();
    server.platform.mail = smtpMail(smtp.url);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        askForCode(onNewNetwork(server.url), `many${index}@example.org`),
      ),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(smtp.received.flatMap(({ to }) => to)).size).toBe(20);
  });

  it.each([
    ['refuses the recipient for now', async () => (await startSmtp({ refuse: () => 451 })).url],
    ['says nothing', startSilence],
    ['is not there', async () => 'smtp://127.0.0.1:9'],
  ])('answer 502 and store nothing when the mail server %s', async (_, start) => {
    await server.database.query.execute('delete from login_attempt');
    const browser = onNewNetwork(server.url);
    await askForCode(browser, 'lost@example.org');
    const earlier = await readCode(server.platform, 'lost@example.org');
    await server.database.query.execute('delete from rate_limit');
    server.platform.mail = smtpMail(await start(), 0.2);
    // More often than an asker may have codes: what failed is not counted, not even the minute between two.
    for (let count = 0; count < 6; count += 1) {
      const failed = await askForCode(browser, 'lost@example.org');
      expect([failed.status, errorOf(failed).code]).toEqual([502, 'mail_failed']);
      expect(failed.cookies).toEqual([]);
    }
    expect(await attemptsOf(server.database, 'lost@example.org')).toHaveLength(1);
    server.platform.mail = mailbox;
    const other = onNewNetwork(server.url);
    expect((await askForCode(other, 'lost@example.org')).status).toBe(200);
    expect((await tryCode(browser, 'lost@example.org', earlier)).status).toBe(200);
    expect(server.logged.some((line) => line.includes('could not be sent'))).toBe(true);
    expect(server.logged.join('\n')).not.toMatch(/lost|example\.org/);
  });

  it('are not sent without TLS together with a password', async () => {
    // The whole of 127/8 is this machine, but only the first address is known as such.
    const smtp = await startSmtp({ host: '127.0.0.2' });
    const withPassword = smtp.url.replace('//', '//user:password@');
    await expect(smtpMail(withPassword, 2).send(mail)).rejects.toThrow();
    expect(smtp.received).toEqual([]);
    await smtpMail(`${withPassword}?requireTLS=false`, 2).send(mail);
    expect(smtp.received).toHaveLength(1);
  });
});

describe('the development mailbox', () => {
  let folder: string;
  let mailbox: MailGateway;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dolores mailbox '));
    mailbox = await createMailbox(folder, 0);
  });

  afterAll(async () => {
    await mailbox.close();
    await rm(folder, { recursive: true });
  });

  function browse(path: string, headers = {}) {
    return new TestBrowser(mailbox.mailboxUrl ?? '').get(path, headers);
  }

  it('shows mails newest first, without active content', async () => {
    await mailbox.send({ ...mail, subject: 'First', text: '<script>alert(1)</script>' });
    await mailbox.send({ ...mail, subject: 'Second & last' });
    const { text, headers } = await browse('/');
    expect(text.indexOf('Second &amp; last')).toBeLessThan(text.indexOf('First'));
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<script');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('answers the newest mail to an address as JSON', async () => {
    await mailbox.send({ ...mail, to: 'b+c@example.org', subject: 'For b' });
    await mailbox.send({ ...mail, subject: 'For a' });
    expect((await browse('/latest.json?to=B%2Bc@example.org')).json).toMatchObject({
      to: 'b+c@example.org',
      subject: 'For b',
      text: mail.text,
    });
    expect((await browse('/latest.json')).json).toMatchObject({ subject: 'For a' });
    expect((await browse('/latest.json?to=nobody@example.org')).status).toBe(404);
    expect((await browse('/other')).status).toBe(404);
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example:80',
    'evil@localhost',
  ])('refuses the host name %j, which other sites could point to this machine', async (host) => {
    const answer = await browse('/latest.json', { host });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toContain('example.org');
  });

  it('answers the loopback names and reading methods only', async () => {
    for (const host of ['localhost', 'LOCALHOST:1234', '127.0.0.1:80', '[::1]:80']) {
      expect((await browse('/', { host })).status).toBe(200);
    }
    const posted = await new TestBrowser(mailbox.mailboxUrl ?? '').post('/');
    expect(posted.status).toBe(405);
  });

  it('stores each mail as a file for its owner only, the newest 200 of them', async () => {
    await Promise.all(Array.from({ length: 220 }, () => mailbox.send(mail)));
    await mailbox.send({ ...mail, subject: 'Newest' });
    const names = await readdir(join(folder, 'mailbox'));
    expect(names).toHaveLength(200);
    expect(names.every((name) => name.endsWith('.json'))).toBe(true);
    const { mode } = await stat(join(folder, 'mailbox', names[0] ?? ''));
    expect(mode & 0o777).toBe(0o600);
    expect((await browse('/latest.json')).json).toMatchObject({ subject: 'Newest' });
  });

  it('ignores other files, and keeps mails over a restart', async () => {
    await writeFile(join(folder, 'mailbox', '9999-broken.json'), '{"to":');
    await mailbox.close();
    mailbox = await createMailbox(folder, 0);
    expect((await browse('/latest.json')).json).toMatchObject({ subject: 'Newest' });
    expect((await browse('/')).status).toBe(200);
  });

  it('reports that its port is taken', async () => {
    const port = Number(new URL(mailbox.mailboxUrl ?? '').port);
    await expect(createMailbox(folder, port)).rejects.toThrow(
      `The port ${port} of the development mailbox is taken`,
    );
  });
});

function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function fail(): never {
  throw new Error('No mail arrived');
}
