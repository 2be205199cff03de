import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Registration } from '#domain/login/registration.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import type { AccountServer } from '../../setup/accountServer.ts';
import type { GoogleIssuer } from '../../setup/googleIssuer.ts';
import {
  type GoogleServer,
  resetPeople,
  signInWithGoogle,
  startGoogleServer,
} from '../../setup/googleSignIn.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { askForCode, errorOf, readCode, signIn } from '../../setup/signIn.ts';
import { type TestAnswer, type TestBrowser, onNewNetwork } from '../../setup/testBrowser.ts';

let issuer: GoogleIssuer;
let server: AccountServer;
let close: GoogleServer['close'];
let shell: OperatorShell;

const secret = 'a secret of the hook with enough letters';

beforeAll(async () => {
  ({ issuer, server, close } = await startGoogleServer({ mailHookSecret: secret }));
  shell = await openOperatorShell(server.database.url, server.platform.config.dataDir);
});

beforeEach(() => {
  resetPeople(issuer);
  register('open');
});

afterAll(async () => {
  await shell.close();
  await close();
});

function register(registration: Registration): void {
  server.platform.config.registration = registration;
}

async function run(...args: string[]): Promise<string> {
  const { status, out, err } = await shell.run(...args);
  expect([args, status, status === 0 ? '' : err]).toEqual([args, 0, '']);
  return out;
}

/** Enters the right code, and an invitation if one is given. */
async function enter(
  browser: TestBrowser,
  email: string,
  invitation?: string,
): Promise<TestAnswer> {
  const code = await readCode(server.platform, email);
  const query = { email, code, ...(invitation === undefined ? {} : { invitation }) };
  return browser.post(`/api/login/email?${new URLSearchParams(query).toString()}`);
}

describe('closed registration', () => {
  it('mails a code to every address, and lets only existing accounts in', async () => {
    const known = 'known@example.org';
    const userId = await signIn(server.platform, onNewNetwork(server.url), known);
    register('closed');
    expect(await signIn(server.platform, onNewNetwork(server.url), known)).toBe(userId);
    const browser = onNewNetwork(server.url);
    const asked = await askForCode(browser, 'new@example.org');
    const askedKnown = await askForCode(onNewNetwork(server.url), known);
    expect([asked.status, asked.json]).toEqual([askedKnown.status, askedKnown.json]);
    const refused = await enter(browser, 'new@example.org');
    expect([refused.status, errorOf(refused).code]).toEqual([403, 'registration_closed']);
    issuer.people.set('9', { email: 'new@example.org', email_verified: true });
    const google = await signInWithGoogle(issuer, onNewNetwork(server.url), '9');
    expect([google.status, google.text]).toEqual([
      403,
      expect.stringContaining('New accounts cannot be opened'),
    ]);
    const users = await server.database.query.select().from(appUser);
    expect(users.map(({ email }) => email)).not.toContain('new@example.org');
  });
});

describe('registration by invitation', () => {
  it('opens one account for a code, also when several use it at once, and keeps the code otherwise', async () => {
    register('code');
    const [first = '', second = '', third = ''] = (
      await run('invitations', 'issue', '--count', '3', '--note', 'friends')
    ).split('\n');
    const emails = ['a@example.org', 'b@example.org', 'c@example.org'];
    const people = await Promise.all(
      emails.map(async (email) => {
        const browser = onNewNetwork(server.url);
        await askForCode(browser, email);
        return { browser, email };
      }),
    );
    const [one] = people;
    if (!one) throw new Error('Nobody asks');
    expect(errorOf(await enter(one.browser, one.email)).code).toBe('invitation_needed');
    expect(errorOf(await enter(one.browser, one.email, 'WRONG')).code).toBe('invitation_unknown');
    const outcomes = await Promise.all(
      people.map(({ browser, email }) => enter(browser, email, first.toLowerCase())),
    );
    expect(outcomes.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([
      200, 403, 403,
    ]);
    issuer.people.set('8', { email: 'd@example.org', email_verified: true });
    const uninvited = await signInWithGoogle(issuer, onNewNetwork(server.url), '8');
    expect(uninvited.text).toContain('Enter an invitation code');
    const query = { popup: '1', lang: 'en', invitation: second };
    const invited = await signInWithGoogle(issuer, onNewNetwork(server.url), '8', query);
    expect(invited.status).toBe(200);
    const revoke = ['invitations', 'revoke', '--code', third];
    const unasked = await shell.run(...revoke);
    expect([unasked.status, unasked.err]).toEqual([2, expect.stringContaining('--yes')]);
    expect(await run(...revoke, '--yes')).toContain('1 withdrawn');
    const found = JSON.parse(await run('users', 'find', second, '--json')) as {
      users: { email: string; by: string }[];
    };
    expect(found.users).toEqual([
      expect.objectContaining({ email: 'd@example.org', by: 'invitation' }),
    ]);
    expect(await run('invitations', 'list')).toMatch(/\b3\s+2\s+1\s+0\s+0\s+friends/);
  });
});

describe('the hook for bounces and complaints', () => {
  const path = '/api/mail/bounces';

  function send(message: unknown, headers: Record<string, string>): Promise<Response> {
    return fetch(`${server.url}${path}`, {
      method: 'POST',
      body: JSON.stringify(message),
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  function signed(message: unknown, seconds = Math.floor(Date.now() / 1_000)) {
    const signature = createHmac('sha256', secret)
      .update(`${seconds}.${JSON.stringify(message)}`)
      .digest('hex');
    return send(message, { 'dolores-signature': `t=${seconds},v1=${signature}` });
  }

  function withPassword(message: unknown, password = secret) {
    const pair = Buffer.from(`hook:${password}`).toString('base64');
    return send(message, { authorization: `Basic ${pair}`, 'content-type': 'text/plain' });
  }

  it('refuses messages without the proof, and old ones', async () => {
    const message = { email: 'x@example.org', kind: 'bounce' };
    const refused = await Promise.all([
      send(message, {}),
      withPassword(message, 'another'),
      signed(message, Math.floor(Date.now() / 1_000) - 400),
      send(message, { 'dolores-signature': `t=1,v1=${'0'.repeat(64)}` }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(refused[0]?.headers.get('www-authenticate')).toMatch(/^Basic /);
    expect((await signed({ email: 'x@example.org', kind: 'else' })).status).toBe(400);
  });

  it('stops mails to addresses, except codes, in the forms of several senders, until an operator resumes them', async () => {
    const emails = ['own', 'postmark', 'complainer', 'ses'].map((name) => `${name}@example.org`);
    const [own = '', postmark = '', complainer = '', ses = ''] = emails;
    for (const email of emails) await signIn(server.platform, onNewNetwork(server.url), email);
    const sns = {
      Type: 'Notification',
      Message: JSON.stringify({
        notificationType: 'Bounce',
        bounce: {
          bounceType: 'Permanent',
          bouncedRecipients: [{ emailAddress: ses, diagnosticCode: `550 <${ses}> unknown` }],
        },
      }),
    };
    const soft = { RecordType: 'Bounce', Type: 'SoftBounce', Email: 'soft@example.org' };
    const stopped = [];
    for (const sent of [
      signed([{ email: own, kind: 'bounce' }]),
      signed([{ email: own, kind: 'bounce' }]),
      withPassword({ RecordType: 'Bounce', Type: 'HardBounce', Email: postmark }),
      withPassword({ RecordType: 'SpamComplaint', Email: complainer }),
      withPassword(soft),
      withPassword(sns),
      withPassword({
        Type: 'SubscriptionConfirmation',
        Message: '',
        SubscribeURL: 'https://x.test',
      }),
    ]) {
      const response = await sent;
      expect(response.status).toBe(200);
      stopped.push(((await response.json()) as { stopped: number }).stopped);
    }
    expect(stopped.toSorted((one, two) => one - two)).toEqual([0, 0, 0, 1, 1, 1, 1]);
    expect(await run('mail', 'suppressed')).toMatch(/complaint, .*\n/);
    expect(await run('mail', 'suppressed')).not.toContain('example.org');
    expect(await run('users', 'show', ses)).toContain('stopped after a bounce');
    const message = ['users', 'message', ses, '--subject', 'Hi', '--file', 'package.json', '--yes'];
    const refused = await shell.run(...message, '--id', 'hi');
    expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('unsuppress')]);
    await signIn(server.platform, onNewNetwork(server.url), ses);
    await run('mail', 'unsuppress', ses);
    expect(await run(...message, '--id', 'hi')).toContain('Sent to');
  });
});
