import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Language, languages } from '#domain/languages/languages.ts';
import { appUser, session } from '#server/db/schema/accounts.ts';
import { answer } from '#server/db/schema/chat.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { deleteDueAccounts } from '#server/services/account/deletion/deleteDueAccounts.ts';
import { mailDeletions } from '#server/services/account/deletion/mailDeletions.ts';
import { personalTables } from '#server/services/account/export/personalTables.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { startSession } from '#server/services/login/session.ts';
import { removeMedia } from '#server/services/files/mediaRemovals.ts';
import { type AccountServer, startAccountServer } from '../../setup/accountServer.ts';
import { upload } from '../../setup/attachments.ts';
import { ask, readAll } from '../../setup/chat.ts';
import { callJson } from '../../setup/conversations.ts';
import { signIn } from '../../setup/signIn.ts';
import { type TestBrowser, onNewNetwork } from '../../setup/testBrowser.ts';

const [path, personal] = ['/api/account/deletion', '/api/chat/personal-texts'];
const week = 7 * 24 * 3_600;

let server: AccountServer;

beforeAll(async () => {
  server = await startAccountServer();
});

afterAll(() => server.close());

type Person = { browser: TestBrowser; cookie: string; userId: string; email: string };

async function enter(email: string): Promise<Person> {
  const browser = onNewNetwork(server.url);
  await signIn(server.platform, browser, email);
  const cookie = `session=${browser.cookie('session')}`;
  const { json } = await callJson<{ user_id: string }>(server, cookie, 'GET', '/api/account');
  return { browser, cookie, userId: json.user_id, email };
}

function requestDeletion({ cookie }: Person, confirm: string) {
  return callJson<{ due: string | null }>(server, cookie, 'POST', path, { confirm });
}

async function dueOf({ cookie }: Person): Promise<string | null> {
  return (await callJson<{ due: string | null }>(server, cookie, 'GET', path)).json.due;
}

/** The mails about deletions that are sent now. */
async function mailed(): Promise<Mail[]> {
  const sent: Mail[] = [];
  const mail = { ...server.platform.mail, send: async (it: Mail) => void sent.push(it) };
  await mailDeletions({ ...server.platform, mail });
  return sent;
}

function linkIn(mail: Mail | undefined): string {
  const link = /^http\S+$/m.exec(mail?.text ?? '')?.[0];
  if (link === undefined) throw new Error('The mail has no link');
  return link.slice(server.url.length);
}

/** The tables with a row that contains a text, in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const { pool } = server.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
      from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await pool.query(
      `select 1 from ${name} t where strpos(lower(t::text), lower($1)) > 0 limit 1`,
      [text],
    );
    if (rowCount) found.push(name);
  }
  return found;
}

/** The texts of all files in the media store. */
function mediaTexts(): string[] {
  const folder = server.platform.config.mediaStore;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
}

/** Uses an account so that every table has something of it. */
async function useAccount(person: Person, secret: string): Promise<void> {
  const { cookie } = person;
  await callJson(server, cookie, 'PATCH', '/api/account', { name: `Ada ${secret}` });
  const file = await upload(server, cookie, `The file of ${secret}`, `${secret}.txt`);
  await upload(server, cookie, `Never sent by ${secret}`, 'unsent.txt');
  const text = `sandbox: fast 3 ${secret}`;
  await readAll(await ask(server, cookie, { text, attachmentIds: [file.id] }));
  await callJson(server, cookie, 'PUT', '/api/chat/settings', { instructions: secret });
  const own = { about_me: secret, how_to_answer: secret };
  await callJson(server, cookie, 'PUT', `${personal}/instructions`, own);
  await callJson(server, cookie, 'PUT', `${personal}/memory/${file.id}`, { text: secret });
  await server.database.query.execute(sql`
    insert into support_request (reference, user_id, tier, email, topic, message, language)
    values (${secret.slice(0, 8)}, ${person.userId}, 'free', ${person.email}, 'other', ${secret}, 'en')`);
}

describe('deleting an account', () => {
  it('requires the typed address, and keeps the account restorable for a week', async () => {
    const person = await enter('wish@example.org');
    expect((await server.fetch(path, {})).status).toBe(401);
    const refused = await requestDeletion(person, 'another@example.org');
    expect([refused.status, refused.json]).toMatchObject([
      400,
      { error: { code: 'invalid_input', fields: [{ field: 'confirm' }] } },
    ]);
    expect(await dueOf(person)).toBeNull();
    const { json } = await requestDeletion(person, ' Wish@Example.org ');
    const seconds = (new Date(json.due ?? 0).getTime() - server.platform.now().getTime()) / 1_000;
    expect(seconds).toBeGreaterThan(week - 60);
    expect(seconds).toBeLessThanOrEqual(week);
    expect((await requestDeletion(person, person.email)).json.due).toBe(json.due);
    await deleteDueAccounts(server.platform);
    expect(await dueOf(person)).toBe(json.due);
    expect((await callJson(server, person.cookie, 'DELETE', path)).json).toEqual({
      due: null,
      plan: null,
    });
    await mailed();
  });

  it.each([...languages])(
    'is mailed with a link to keep it, in the language %s',
    async (language) => {
      const person = await enter(`way.back.${language.toLowerCase()}@example.org`);
      await server.database.query
        .update(appUser)
        .set({ language: language satisfies Language })
        .where(eq(appUser.id, person.userId));
      await requestDeletion(person, person.email);
      const [mail] = await mailed();
      expect(mail?.to).toBe(person.email);
      expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/\{\{|undefined/);
      expect(await mailed()).toEqual([]);
      const link = linkIn(mail);
      const stranger = onNewNetwork(server.url);
      expect((await stranger.get(link)).text).toContain('<button>');
      expect(await dueOf(person)).not.toBeNull();
      expect((await stranger.post(link)).status).toBe(200);
      expect(await dueOf(person)).toBeNull();
    },
  );

  it('is mailed at least once and at most twice if a process is cut off between mail and mark', async () => {
    const person = await enter('cut@example.org');
    await requestDeletion(person, person.email);
    const sent: Mail[] = [];
    const { pool } = server.database;
    const send = async (it: Mail) => {
      sent.push(it);
      // PostgreSQL closes the connection of a killed process like this.
      await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`);
    };
    const mail = { ...server.platform.mail, send };
    await expect(mailDeletions({ ...server.platform, mail })).rejects.toThrow();
    sent.push(...(await mailed()));
    expect(sent.map(({ to }) => to)).toEqual([person.email, person.email]);
    expect(sent[0]?.messageId).toBe(sent[1]?.messageId);
    expect(await mailed()).toEqual([]);
    await callJson(server, person.cookie, 'DELETE', path);
  });

  it('is not stopped by a link that is forged, expired, for another purpose, or posted by another site', async () => {
    const person = await enter('links@example.org');
    await requestDeletion(person, person.email);
    const link = linkIn((await mailed())[0]);
    const browser = onNewNetwork(server.url);
    const forged = link.replace(/token=[\da-f-]{8}/, 'token=00000000');
    expect((await browser.post(forged)).status).toBe(410);
    expect((await browser.post(link.replace('account/keep', 'login/sessions'))).status).toBe(410);
    expect((await browser.post(link, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    server.advance(week + 60);
    expect((await browser.post(link)).status).toBe(410);
    server.advance(-(week + 60));
    expect(await dueOf(person)).not.toBeNull();
    await callJson(server, person.cookie, 'DELETE', path);
  });

  it('deletes all data of the person a week later, except a ledger without a name', async () => {
    const secret = 'Zwetschgenknödel';
    const email = 'plum.dumpling@example.org';
    const [person, other] = [await enter(email), await enter('other@example.org')];
    await useAccount(person, secret);
    await useAccount(other, 'Marillenknödel');
    await requestDeletion(person, email);
    await mailed();
    server.advance(week + 60);
    expect(await deleteDueAccounts(server.platform)).toBe(1);
    await removeMedia(server.platform);

    for (const text of [email, secret]) expect([text, await tablesWith(text)]).toEqual([text, []]);
    expect(mediaTexts().filter((text) => text.includes('file of'))).toHaveLength(1);
    const logged = server.logged.join('\n');
    expect(logged).toContain('an account was deleted');
    expect(logged.toLowerCase()).not.toMatch(/plum\.dumpling|zwetschgenknödel/);
    expect((await server.fetch('/api/account', { cookie: person.cookie })).status).toBe(401);
    expect(await verifyLedger(server.database)).toEqual([]);
    const left = await tablesWith(person.userId);
    const mayStay = Object.entries(personalTables)
      .filter(([, { deletion }]) => deletion !== 'deleted')
      .map(([name]) => `public.${name}`)
      // Ids of rows that changed for the site; the id by which a restored backup deletes the account again.
      .concat('public.snapshot_change', 'public.erased_account');
    expect(left.filter((name) => !mayStay.includes(name))).toEqual([]);
    expect(left).toContain('public.ledger_entry');
    expect((await server.fetch('/api/account', { cookie: other.cookie })).status).toBe(200);
    expect(await tablesWith('Marillenknödel')).toContain('public.message');
    server.advance(-(week + 60));
  });

  it('gives no starting credits to the same address again', async () => {
    const email = 'again@example.org';
    const first = await enter(email);
    await requestDeletion(first, email);
    server.advance(week + 60);
    await deleteDueAccounts(server.platform);
    const second = await enter(email);
    expect(second.userId).not.toBe(first.userId);
    const { json } = await callJson(server, second.cookie, 'GET', '/api/account');
    expect(json).toMatchObject({ credit: 0 });
    server.advance(-(week + 60));
  });

  it('waits for a running answer, and deletes no account twice', async () => {
    const person = await enter('running@example.org');
    await readAll(await ask(server, person.cookie, { text: 'sandbox: fast 3' }));
    await requestDeletion(person, person.email);
    server.advance(week + 60);
    const { query } = server.database;
    const ofPerson = eq(answer.userId, person.userId);
    await query.update(answer).set({ state: 'running' }).where(ofPerson);
    expect(await deleteDueAccounts(server.platform)).toBe(0);
    await query.update(answer).set({ state: 'finished' }).where(ofPerson);
    const both = [deleteDueAccounts(server.platform), deleteDueAccounts(server.platform)];
    const [one = 0, another = 0] = await Promise.all(both);
    expect(one + another).toBe(1);
    server.advance(-(week + 60));
  });

  it('continues after its process was killed once it had ended the sessions', async () => {
    const person = await enter('killed@example.org');
    await requestDeletion(person, person.email);
    server.advance(week + 60);
    const { database } = server;
    let transactions = 0;
    const transaction: typeof database.transaction = (work) => {
      transactions += 1;
      if (transactions === 2) throw new Error('killed');
      return database.transaction(work);
    };
    const killed = { ...server.platform, database: { ...database, transaction } };
    await expect(deleteDueAccounts(killed)).rejects.toThrow('killed');
    expect((await server.fetch('/api/account', { cookie: person.cookie })).status).toBe(401);
    expect(await tablesWith(person.email)).toContain('public.app_user');
    expect(await deleteDueAccounts(server.platform)).toBe(1);
    expect(await tablesWith(person.email)).toEqual([]);
    expect(await verifyLedger(database)).toEqual([]);
    server.advance(-(week + 60));
  });

  it('ends also the session of a sign-in meanwhile', async () => {
    const person = await enter('meanwhile@example.org');
    await requestDeletion(person, person.email);
    server.advance(week + 60);
    const { database, platform } = server;
    let erased: Promise<number> | undefined;
    await database.transaction(async (transaction) => {
      await startSession(transaction, person.userId, platform.now());
      erased = deleteDueAccounts(platform);
      // It has ended the sessions that it sees, and waits for the one that is being stored.
      const isWaiting = async () => {
        const { rows } = await database.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      };
      await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
    });
    expect(await erased).toBe(1);
    const open = await database.query
      .select()
      .from(session)
      .where(eq(session.userId, person.userId));
    expect(open).toEqual([]);
    server.advance(-(week + 60));
  });
});
