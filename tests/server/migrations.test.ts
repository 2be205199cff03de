import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { normaliseEmail } from '#domain/login.ts';
import { migrate } from '#server/db/migrate.ts';
import { startSession } from '#server/services/login/session.ts';
import { hashGiftCode } from '#server/services/codes/giftCodes.ts';
import { listBatches } from '#server/services/product/listBatches.ts';
import { type TestDatabase } from '../setup/database.ts';
import { importFile, makeTestFolder } from '../setup/importing.ts';
import { createDatabaseAt } from '../setup/migrations.ts';
import { startTestServer } from '../setup/server.ts';
import { TestBrowser } from '../setup/testBrowser.ts';

const overrides = /[\u202a-\u202e\u2066-\u2069]/;
const userId = '11111111-1111-4111-8111-111111111111';
const conversationId = '22222222-2222-4222-8222-222222222222';
const messageId = '33333333-3333-4333-8333-333333333333';

let database: TestDatabase;

beforeEach(async () => {
  database = await createDatabaseAt('0018_attachment_content');
});

afterEach(() => database.drop());

/** Statements as they were stored by servers of that time. */
async function store(statements: string): Promise<void> {
  await database.pool.query(statements);
}

async function rowsOf(query: ReturnType<typeof sql>): Promise<unknown[]> {
  return (await database.query.execute(query)).rows;
}

const usage = sql`select gpt_id, day::text, imported::int, estimated, gap from gpt_usage_day order by gpt_id, day`;

describe('migrations of a database that was in use', () => {
  it('keep what histories said, as if they were imported now', async () => {
    // A gap on the 2nd and 3rd, and a copy of the day before on the 6th.
    await store(`
      insert into gpt (id, name, imported_chats, own_chats) values ('counted', 'Counted', 150, 3), ('other', 'Other', 7, 0);
      insert into history_day (gpt_id, day, conversations) values
        ('counted', '2026-01-01', 100), ('counted', '2026-01-04', 160), ('counted', '2026-01-05', 200),
        ('counted', '2026-01-06', 200), ('unknown', '2026-01-04', 5), ('unknown', '2026-01-05', null);
      insert into history_source_day (day, is_frozen, is_checked) values
        ('2026-01-01', false, true), ('2026-01-04', false, true), ('2026-01-05', false, true), ('2026-01-06', true, true);
      insert into gpt_usage_day (gpt_id, day, imported, estimated) values
        ('counted', '2026-01-01', 0, false), ('counted', '2026-01-02', 20, true), ('counted', '2026-01-03', 20, true),
        ('counted', '2026-01-04', 20, true), ('counted', '2026-01-05', 40, false), ('unknown', '2026-01-04', 0, false)`);
    await migrate(database.url);
    const migrated = await rowsOf(usage);
    expect(migrated).toContainEqual({
      gpt_id: 'counted',
      day: '2026-01-03',
      imported: 20,
      estimated: true,
      gap: true,
    });
    expect(migrated).toContainEqual({
      gpt_id: 'counted',
      day: '2026-01-04',
      imported: 20,
      estimated: true,
      gap: false,
    });
    const server = await startTestServer({ database });
    const read = async (id: string) => (await server.fetch(`/api/gpts/${id}`)).json();
    const reading = { source: 'imported', day: '2026-01-05' };
    expect(await read('counted')).toMatchObject({ imported_chats: 200, imported_reading: reading });
    expect(await read('other')).toMatchObject({ imported_chats: 7, imported_reading: null });
    const list = (await (await server.fetch('/api/gpts')).json()) as { items: { id: string }[] };
    expect(list.items.map(({ id }) => id)).toEqual(['counted', 'other']);
    await server.close();
    const folder = await makeTestFolder();
    const file = await folder.write(
      'imported.csv',
      'date,rank,id,conversations,rating,reviews\n2026-01-04,1,counted,160,,\n2026-01-05,1,counted,200,,\n',
    );
    expect(await importFile(database, file)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    // Working everything out again comes to the same numbers.
    await database.query.execute(
      sql`insert into history_stale_gpt (gpt_id) select distinct gpt_id from history_day on conflict do nothing`,
    );
    await importFile(database, file);
    expect(await rowsOf(usage)).toEqual(migrated);
    await folder.remove();
  });

  it('keep the plans that were given', async () => {
    await store(`
      insert into app_user (id, email, name) values ('${userId}', 'someone@example.org', 'User0001');
      insert into credit_balance (user_id, available) values ('${userId}', 40);
      insert into credit_lot (user_id, product, granted, remaining, ends, created) values
        ('${userId}', 'pro_month', 50, 40, now() + interval '20 days', now() - interval '10 days'),
        ('${userId}', 'basic_month', 50, 0, now() - interval '1 day', now() - interval '31 days')`);
    await migrate(database.url);
    const server = await startTestServer({ database });
    const token = await startSession(database.query, userId, server.platform.now());
    const read = async (path: string) =>
      (await server.fetch(path, { cookie: `session=${token}` })).json();
    expect(await read('/api/account')).toMatchObject({ credit: 40 });
    expect(await read('/api/product')).toMatchObject({
      basic: { month: { subscribed: false } },
      pro: { month: { subscribed: true } },
    });
    await server.close();
  });

  it('name what each lot of credits came from, a plan where it is a week or month of one', async () => {
    await database.drop();
    database = await createDatabaseAt('0033_gpt_vacuum');
    const [start, week, code, lost] = ['a', 'b', 'c', 'd'].map(
      (digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`,
    );
    await store(`
      insert into app_user (id, email, name) values ('${userId}', 'someone@example.org', 'User0001');
      insert into credit_balance (user_id, available) values ('${userId}', 4);
      insert into plan_term (id, user_id, product, credits, starts, ends, source_type, source_id)
        values ('${conversationId}', '${userId}', 'pro_month', 1, now(), now() + interval '1 month', 'order', 'order-1');
      insert into credit_lot (id, user_id, granted, remaining)
        select id::uuid, '${userId}', 1, 1 from unnest(array['${start}', '${week}', '${code}', '${lost}']) id;
      insert into ledger_entry (id, user_id, kind, source_type, source_id, balance_change, held_change, reason) values
        (1, '${userId}', 'grant', 'start', '${userId}', 1, 0, 'starting_grant'),
        (2, '${userId}', 'grant', 'plan', '${conversationId}:3', 1, 0, 'plan_credits'),
        (3, '${userId}', 'grant', 'code', 'code-1', 1, 0, 'code_redeemed');
      insert into ledger_part (entry_id, lot_id, change) values (1, '${start}', 1), (2, '${week}', 1), (3, '${code}', 1)`);
    await migrate(database.url);
    const { rows } = await database.pool.query(
      'select id, origin_type, origin_id from credit_lot order by id',
    );
    expect(rows).toEqual([
      { id: start, origin_type: 'start', origin_id: userId },
      { id: week, origin_type: 'order', origin_id: 'order-1' },
      { id: code, origin_type: 'code', origin_id: 'code-1' },
      { id: lost, origin_type: 'lot', origin_id: lost },
    ]);
  });

  it('keep gift codes, those of one order as one batch', async () => {
    const secret = 'a secret of tests that is long enough';
    const hash = (code: string) => hashGiftCode(secret, code);
    await store(`
      insert into app_user (id, email, name) values ('${userId}', 'someone@example.org', 'User0001');
      insert into redemption_code (code_hash, credits, product, redeemed_by, redeemed, created) values
        ('${hash('AAAABBBBCCCCDDDD')}', 5, null, null, null, '2026-01-01Z'),
        ('${hash('AAAABBBBCCCCEEEE')}', 5, null, '${userId}', '2026-02-01Z', '2026-01-01Z'),
        ('${hash('AAAABBBBCCCCFFFF')}', 500, 'credit_500', null, null, '2026-01-02Z')`);
    await migrate(database.url);
    const server = await startTestServer({ database, config: { secret } });
    expect(await listBatches(server.platform, 10)).toMatchObject([
      { id: 2, credits: 500, product: 'credit_500', issued: 1, redeemed: 0, open: 1, note: null },
      { id: 1, credits: 5, product: null, issued: 2, redeemed: 1, open: 1, expires: null },
    ]);
    const { cookie } = await server.signIn(0);
    const browser = new TestBrowser(server.url, { cookie });
    const { json } = await browser.post('/api/product/code?code=aaaa-bbbb-cccc-dddd');
    expect(json).toMatchObject({ code: 0 });
    await server.close();
  });

  it('spell the addresses of accounts as they are looked up, once for each mailbox', async () => {
    const stored = [
      'a@bücher.example',
      'b@例え.テスト',
      'c@mail.example\uFF0Eorg',
      'имя@ö-test.пример.рф',
      'd@straße.example\u3002de',
      '\uFF45@👍.example',
      'f@a.example',
    ];
    for (const email of [...stored, 'a@bücher\uFF0Eexample', 'имя@ö-test.xn--e1afmkfd.рф']) {
      await database.query.execute(
        sql`insert into app_user (email, name, created) values (${email}, 'User', clock_timestamp())`,
      );
    }
    await migrate(database.url);
    const rows = await rowsOf(sql`select email from app_user order by created`);
    expect(rows.map((row) => (row as { email: string }).email)).toEqual([
      ...stored.map(normaliseEmail),
      'a@bücher\uFF0Eexample',
      'имя@ö-test.xn--e1afmkfd.рф',
    ]);
    const functions = await rowsOf(sql`select proname from pg_proc where proname like 'dolores%'`);
    expect(functions).toEqual([]);
  });

  it('take direction overrides out of texts of one line', async () => {
    const turned = '\u202eturned\u2066 text\u2069\u202c';
    await store(`
      insert into gpt (id, name, description, author, builder, tags, capabilities, prompt_starters, url, source, license)
        values ('turned', '${turned}', '${turned}', '${turned}', '\u202a\u202c', array['${turned}', 'turned text', '\u202e'],
          array['${turned}'], array['${turned}\nsecond line', '\u2066\u2069'], 'https://example.org/\u202e', '${turned}', null),
          ('nameless', '\u202e \u202c', null, null, null, '{}', '{}', '{}', null, null, null),
          ('straight', 'Straight', '${turned}', ' A ', null, array['b', 'a'], '{}', array['\u200f'], null, null, null);
      insert into app_user (id, email, name) values ('${userId}', 'someone@example.org', '${turned}');
      insert into conversation (id, user_id, title, model, updated)
        values ('${conversationId}', '${userId}', '${turned}', 'gpt-4o', '2026-01-01Z');
      insert into message (id, conversation_id, role, text) values ('${messageId}', '${conversationId}', 'user', '${turned}');
      insert into conversation_share (id, conversation_id, leaf_id, title) values
        ('aaaaaaaaaaaaaaaaaaaaaa', '${conversationId}', '${messageId}', '${turned}'),
        ('bbbbbbbbbbbbbbbbbbbbbb', '${conversationId}', '${messageId}', '${turned}\u202e'),
        ('cccccccccccccccccccccc', '${conversationId}', '${messageId}', 'other');
      insert into attachment (user_id, kind, name, type, size) values ('${userId}', 'text', '${turned}', 'text/plain', 1);
      insert into model_setting (id, title, tips) values ('gpt-4o', '${turned}', '{"en": "${turned}"}');
      insert into ranking_period (range, value, first_day, last_day, own, imported, frozen, note)
        values ('daily', '2026-01-01', '2026-01-01', '2026-01-01', 0, 0, now(), '${turned}')`);
    await migrate(database.url);
    const clean = 'turned text';
    expect(
      await rowsOf(sql`select name, description, author, builder, tags, capabilities, prompt_starters, url, source, license
        from gpt where id = 'turned'`),
    ).toEqual([
      {
        name: clean,
        description: turned,
        author: clean,
        builder: null,
        tags: [clean],
        capabilities: [clean],
        prompt_starters: [`${clean}\nsecond line`],
        url: 'https://example.org/',
        source: clean,
        license: null,
      },
    ]);
    expect(
      await rowsOf(sql`select id, name, author, tags from gpt where id <> 'turned' order by id`),
    ).toEqual([
      { id: 'nameless', name: 'nameless', author: null, tags: [] },
      { id: 'straight', name: 'Straight', author: ' A ', tags: ['b', 'a'] },
    ]);
    // Titles of links to the same message stay different, and when a conversation was used last stays known.
    expect(await rowsOf(sql`select title from conversation_share order by id`)).toEqual([
      { title: clean },
      { title: `${clean} (bbbbbb)` },
      { title: 'other' },
    ]);
    expect(await rowsOf(sql`select title, updated::date::text as day from conversation`)).toEqual([
      { title: clean, day: '2026-01-01' },
    ]);
    const others =
      await rowsOf(sql`select app_user.name as person, attachment.name as file, title, tips, note
      from app_user, attachment, model_setting, ranking_period`);
    expect(others).toEqual([
      { person: clean, file: clean, title: clean, tips: { en: clean }, note: clean },
    ]);
    expect(JSON.stringify(others)).not.toMatch(overrides);
  });

  it('take the hour of the first import as the first publication of public GPTs', async () => {
    await store(`
      insert into gpt (id, name, visibility, created) values
        ('listed', 'Listed', 'public', '2026-01-02 03:04:05Z'), ('linked', 'Linked', 'link', '2026-01-02 03:04:05Z')`);
    await migrate(database.url);
    const rows = await rowsOf(
      sql`select id, first_published = '2026-01-02 03:00Z' as is_hour from gpt order by id`,
    );
    expect(rows).toEqual([
      { id: 'linked', is_hour: null },
      { id: 'listed', is_hour: true },
    ]);
  });
});
