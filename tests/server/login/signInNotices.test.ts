import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInNotice } from '#server/db/schema/accounts.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { cleanUpLogins } from '#server/services/login/cleanUpLogins.ts';
import { deleteOldNotices, mailSignInNotices } from '#server/services/login/mailSignInNotices.ts';
import { eq, sql } from 'drizzle-orm';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { signIn } from '../../setup/signIn.ts';
import { type TestBrowser, onNewNetwork } from '../../setup/testBrowser.ts';

let server: AccountServer;

beforeAll(async () => {
  server = await startAccountServer();
});

afterAll(() => server.close());

/** The mails that are sent now. */
async function mailed(): Promise<Mail[]> {
  const sent: Mail[] = [];
  const mail = { ...server.platform.mail, send: async (it: Mail) => void sent.push(it) };
  await mailSignInNotices({ ...server.platform, mail });
  return sent;
}

/** Signs in a browser that the account, which is not new, does not know. Returns it and the first one. */
async function strangeSignIn(email: string): Promise<{ known: TestBrowser; strange: TestBrowser }> {
  const [known, strange] = [onNewNetwork(server.url), onNewNetwork(server.url)];
  await signIn(server.platform, known, email);
  await signIn(server.platform, strange, email);
  return { known, strange };
}

/** The path of the link in a mail. */
function linkIn(mail: Mail | undefined): string {
  const link = /^http\S+$/m.exec(mail?.text ?? '')?.[0];
  if (link === undefined) throw new Error('The mail has no link');
  return link.slice(server.url.length);
}

const aboutSignIn = expect.objectContaining({ subject: 'New sign-in to your Dolores account' });

describe('the mail about a sign-in', () => {
  it('is sent for an unknown browser of the account, not for a new account, not for a known browser', async () => {
    const email = 'known@example.org';
    const browser = onNewNetwork(server.url);
    await signIn(server.platform, browser, email);
    await browser.get('/logout');
    await signIn(server.platform, browser, email);
    expect(await mailed()).toEqual([]);
    await signIn(server.platform, onNewNetwork(server.url), email);
    expect(await mailed()).toEqual([aboutSignIn]);
    expect(await mailed()).toEqual([]);
    expect(await server.database.query.select().from(signInNotice)).toEqual([]);
  });

  it.each([...languages])('is written in the language of the account: %s', async (language) => {
    const email = `mail.${language.toLowerCase()}@example.org`;
    const { query } = server.database;
    await signIn(server.platform, onNewNetwork(server.url), email);
    await query.update(appUser).set({ language }).where(eq(appUser.email, email));
    await signIn(server.platform, onNewNetwork(server.url), email);
    const [mail] = await mailed();
    const { text = '', html = '', subject = '' } = mail ?? {};
    expect(mail?.to).toBe(email);
    expect(text).toContain(email);
    expect(text).toMatch(/\d+\.\d+\.\d+\.0\/24/);
    expect(text).toContain('UTC');
    expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined/);
    expect(html).toContain(`lang=${lang(language)}`);
    expect(new URLSearchParams(linkIn(mail).split('?')[1]).get('lang')).toBe(language);
  });

  it('is sent again if the mail server was away, and dropped after a day', async () => {
    await strangeSignIn('away@example.org');
    const send = () => Promise.reject(new Error('The mail server is away'));
    const away = { ...server.platform.mail, send };
    expect(await mailSignInNotices({ ...server.platform, mail: away })).toBe(0);
    expect(await mailed()).toEqual([aboutSignIn]);
    await strangeSignIn('late@example.org');
    await server.database.query
      .update(signInNotice)
      .set({ created: sql`now() - interval '25 hours'` });
    await deleteOldNotices(server.platform);
    expect(await mailed()).toEqual([]);
  });

  it('is sent once or twice, never lost, for an interruption between mail and mark', async () => {
    await strangeSignIn('cut@example.org');
    const sent: Mail[] = [];
    const { pool } = server.database;
    const send = async (it: Mail) => {
      sent.push(it);
      // PostgreSQL closes the connection of a killed process like this.
      await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`);
    };
    const mail = { ...server.platform.mail, send };
    await expect(mailSignInNotices({ ...server.platform, mail })).rejects.toThrow();
    sent.push(...(await mailed()));
    expect(sent).toHaveLength(2);
    expect(sent[0]?.messageId).toBe(sent[1]?.messageId);
    expect(await mailed()).toEqual([]);
  });

  it('is sent once by several workers at once', async () => {
    await strangeSignIn('workers@example.org');
    const all = await Promise.all([mailed(), mailed(), mailed()]);
    expect(all.flat()).toEqual([aboutSignIn]);
  });
});

describe('the link “This was not me”', () => {
  it('asks before it ends all sessions of that account only', async () => {
    const { known, strange } = await strangeSignIn('robbed@example.org');
    const stranger = onNewNetwork(server.url);
    await signIn(server.platform, stranger, 'neighbour@example.org');
    const [mail] = await mailed();
    const link = linkIn(mail);
    const reader = onNewNetwork(server.url);
    const page = await reader.get(link);
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(page.text).toContain('<button>End all sessions</button>');
    expect((await reader.send('HEAD', link, {})).status).toBe(200);
    expect((await strange.get('/api/account')).status).toBe(200);
    const elsewhere = { 'sec-fetch-site': 'cross-site' };
    expect((await reader.post(link, elsewhere)).status).toBe(403);
    const done = await reader.post(link);
    expect(done.text).toContain('All sessions have ended.');
    for (const browser of [known, strange]) {
      expect((await browser.get('/api/account')).status).toBe(401);
    }
    expect((await stranger.get('/api/account')).status).toBe(200);
  });

  it('does nothing with a token that was changed, or is two weeks old', async () => {
    const { strange } = await strangeSignIn('tokens@example.org');
    const userId = strange.cookie('user_id') ?? '';
    const [mail] = await mailed();
    const link = linkIn(mail);
    const other = onNewNetwork(server.url);
    const otherId = await signIn(server.platform, other, 'tokens.other@example.org');
    for (const wrong of [link.replace(userId, otherId), link.replace(/token=[^&]*/, 'token=x')]) {
      expect((await other.post(wrong)).status).toBe(410);
    }
    expect((await other.get('/api/account')).status).toBe(200);
    server.advance(15 * 86_400);
    expect((await other.post(link)).status).toBe(410);
    expect((await strange.get('/api/account')).status).toBe(200);
  });

  it('writes no token to the log', async () => {
    await cleanUpLogins(server.platform);
    expect(server.logged.join('\n')).not.toMatch(/token=|example\.org/);
  });
});

function lang(language: Language): string {
  return { zh: '"zh-Hans"', zh_TW: '"zh-Hant"' }[language as string] ?? `"${language}"`;
}
