import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase, openExistingDatabase } from '#server/db/open.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { readCatalogue } from '../../setup/catalogue.ts';
import { type TestDatabase, createTestDatabase, createUser } from '../../setup/database.ts';
import {
  createMigratedDatabase,
  readAppliedMigrations,
  readBaseline,
  readFormerMigrations,
} from '../../setup/migrations.ts';

const { hash, created_at } = readBaseline();
const baseline = { hash, created_at };
const former = await readFormerMigrations();

let database: TestDatabase;

afterEach(() => database.drop());

/** The beginning of the list of applied migrations. Later migrations may follow. */
const readFirstApplied = async () => (await readAppliedMigrations(database.pool)).slice(0, 1);

const createEmpty = () => createTestDatabase(20, 'template1');
const createFormer = () => createMigratedDatabase(former);

const place = () => ({ databaseUrl: database.url, dataDir: 'unused', postgresBin: undefined });
const log = pino({ level: 'silent' });

describe('the baseline of the migrations', () => {
  it('makes the catalogue that the former migrations made', async () => {
    database = await createMigratedDatabase([]);
    const catalogue = await readFile('tests/fixtures/formerCatalogue.txt', 'utf8');
    expect(await readCatalogue(database.pool)).toBe(catalogue);
  });

  it('is not applied to a database that has all former migrations, and replaces them', async () => {
    database = await createFormer();
    // Without credits, whose columns are newer.
    const userId = await createUser(database, 0);
    const opened = await openDatabase(place(), log);
    expect(await readFirstApplied()).toEqual([baseline]);
    expect(await opened.query.select({ id: appUser.id }).from(appUser)).toEqual([{ id: userId }]);
    await opened.close();
    const applied = await readAppliedMigrations(database.pool);
    await migrate(database.url);
    expect(await readAppliedMigrations(database.pool)).toEqual(applied);
  });

  it.each([
    ['lacks the last of them', former.slice(0, -1)],
    ['has only the first of them', former.slice(0, 1)],
    ['lacks one between others', former.toSpliced(20, 1)],
    ['has another text of one', former.with(20, { hash: 'ab'.repeat(32), created_at: '1' })],
    ['has one more', [...former, { hash: 'ab'.repeat(32), created_at: '1795914764681' }]],
  ])(
    'names the version to start first when a database %s, and changes nothing',
    async (_, list) => {
      database = await createMigratedDatabase(list);
      for (const open of [openDatabase, openExistingDatabase]) {
        await expect(open(place(), log)).rejects.toThrow(
          /older version.*Nothing was changed.*git checkout .*0061_first_published\.sql\)\^" && npm start$/,
        );
      }
      expect(await readAppliedMigrations(database.pool)).toEqual(list);
    },
  );

  it.each([
    ['an empty database', createEmpty],
    ['a database with the former migrations', createFormer],
  ])('is recorded once by three servers that start at once on %s', async (_, create) => {
    database = await create();
    await Promise.all([1, 2, 3].map(() => migrate(database.url)));
    const applied = await readAppliedMigrations(database.pool);
    expect(applied.filter((row) => row.created_at === created_at)).toEqual([baseline]);
    expect(applied[0]).toEqual(baseline);
  });

  it.each([
    // The name of a table that another transaction is about to create. All tables are created in one transaction.
    ['applies it', createEmpty, 'create table write_probe ()', [], 0],
    // Reads are possible beside this lock. The one statement that replaces the rows does not need the server any more.
    [
      'adopts it',
      createFormer,
      'lock table drizzle.__drizzle_migrations in share mode',
      [baseline],
      1,
    ],
  ])(
    'is whole after a kill -9 while a server %s',
    async (_, create, hindrance, applied, backups) => {
      database = await create();
      const other = await database.pool.connect();
      await other.query(`begin; ${hindrance}`);
      const server = startMigration(database.url);
      // A process starts slowly beside five other files.
      await expect.poll(() => countWaiting(), { timeout: 120_000 }).toBe(1);
      server.kill('SIGKILL');
      await once(server, 'exit');
      await other.query('rollback');
      other.release();
      await expect.poll(() => countMigrating()).toBe(0);
      expect(await readAppliedMigrations(database.pool)).toEqual(applied);
      const backUp = vi.fn(async () => undefined);
      await migrate(database.url, backUp);
      // An empty database has nothing to back up.
      expect(backUp).toHaveBeenCalledTimes(backups);
      expect(await readFirstApplied()).toEqual([baseline]);
    },
  );
});

describe('the migration to a list of sign-ins', () => {
  it('lists the sessions of the last 90 days', async () => {
    database = await createMigratedDatabase([baseline]);
    const { rows } = await database.pool.query<{ id: string }>(`
      with entered as (insert into app_user (email, name) values ('a@example.org', 'A') returning id)
      insert into session (token_hash, user_id, network, created, used, expires)
        select days || ' days', id, '192.0.2.0/24', now() - make_interval(days => days), now(), now() + interval '1 day'
        from entered, (values (1), (91)) as created (days)
        returning id`);
    await migrate(database.url);
    const listed = await database.pool.query('select id, network, way from sign_in');
    expect(listed.rows).toEqual([{ id: rows[0]?.id, network: '192.0.2.0/24', way: null }]);
  });
});

describe('the migration to the GPTs of answers', () => {
  it('gives earlier answers the GPT of their conversation', async () => {
    database = await createMigratedDatabase([baseline]);
    await database.pool.query(`
      with entered as (insert into app_user (email, name) values ('a@example.org', 'A') returning id),
        given as (insert into gpt (id, name) values ('cook', 'Cook') returning id),
        begun as (
          insert into conversation (user_id, title, model, gpt_id)
          select entered.id, 'Talk', model, gpt from entered, given,
            (values (null, 'cook'), ('gpt-4o-mini', null)) as target (model, gpt)
          returning id, user_id
        )
      insert into answer (user_id, request_id, request_digest, conversation_id, question_id, message_id, model, price, owner_id)
      select user_id, gen_random_uuid(), '', id, gen_random_uuid(), gen_random_uuid(), 'gpt-4o-mini', 1, gen_random_uuid()
      from begun`);
    await migrate(database.url);
    const { rows } = await database.pool.query<{ own: string | null; shared: string | null }>(`
      select a.gpt_id as own, c.gpt_id as shared from answer a join conversation c on c.id = a.conversation_id
      order by a.gpt_id`);
    expect(rows).toEqual([
      { own: 'cook', shared: 'cook' },
      { own: null, shared: null },
    ]);
  });
});

/** Applies migrations in a process, which a test can kill. */
function startMigration(url: string) {
  const code = `import { migrate } from '#server/db/migrate.ts'; await migrate(process.argv[1])`;
  return spawn(process.execPath, ['--input-type=module', '--eval', code, url]);
}

/** Counts connections that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await database.pool.query(`select from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`);
  return rows.length;
}

/** Counts connections that have or want the lock of migrations. */
async function countMigrating(): Promise<number> {
  const { rows } = await database.pool.query(`select from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and datname = current_database()`);
  return rows.length;
}
