import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFlags } from '../../../scripts/bootstrap/run.mjs';
import { type TestDatabase, createTestDatabase, createUser } from '../../setup/database.ts';
import { hostOperator } from '../../setup/operatorProcess.ts';

let folder: string;
let empty: TestDatabase;
let used: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-right-database-'));
  empty = await createTestDatabase(2, 'template0');
  used = await createTestDatabase(2);
});

afterAll(async () => {
  await empty.drop();
  await used.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The command line with these variables alone to find its database. */
function commandLine(place: { DATA_DIR: string; DATABASE_URL?: string }) {
  const { DATABASE_URL: _, ...environment } = process.env;
  return hostOperator({ ...environment, ...place });
}

async function tablesOf({ pool }: TestDatabase): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int from pg_class where relnamespace in (select oid from pg_namespace where nspname in ('public', 'drizzle'))",
  );
  return rows[0]?.count ?? -1;
}

const commands = [
  'ledger verify',
  'ledger report',
  'codes issue --grants credit_500',
  'stats',
  'orders list',
];

describe('a command', () => {
  it.each(commands)('makes no database in a missing folder: %s', async (command) => {
    const { status, out, err } = await commandLine({ DATA_DIR: join(folder, 'nowhere') }).run(
      ...command.split(' '),
    );
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('There is no database in DATA_DIR');
    expect(err).toContain('Nothing was changed');
    await expect(access(join(folder, 'nowhere'))).rejects.toThrow('ENOENT');
  });

  it('makes no database in an empty folder', async () => {
    const { status, err } = await commandLine({ DATA_DIR: folder }).run('ledger', 'verify');
    expect([status, err.split(',')[0]]).toEqual([
      1,
      `There is no database in DATA_DIR (${folder})`,
    ]);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each(commands)('makes no tables in an empty database: %s', async (command) => {
    const place = { DATA_DIR: folder, DATABASE_URL: empty.url };
    const { status, out, err } = await commandLine(place).run(...command.split(' '));
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('The database of DATABASE_URL is empty');
    expect(await tablesOf(empty)).toBe(0);
  });
});

describe('ledger verify', () => {
  it('reports the number of checked rows, and that an empty ledger proves nothing', async () => {
    const { run } = commandLine({ DATA_DIR: folder, DATABASE_URL: used.url });
    const nothing = await run('ledger', 'verify');
    expect([nothing.status, nothing.out]).toEqual([
      0,
      'The ledger is empty: 0 rows. After a restore, that is wrong.\n',
    ]);
    await createUser(used, 10);
    const { status, out } = await run('ledger', 'verify');
    // A balance, a lot, an entry and its part.
    expect([status, out]).toEqual([0, 'Every promise of the ledger holds: 4 rows checked.\n']);
  });
});

describe('npm run database', () => {
  it('runs PostgreSQL alone with an empty database, for a restore, until it is stopped', async () => {
    // Its user must reach the folder in it.
    await chmod(folder, 0o711);
    const { DATABASE_URL: _, ...environment } = process.env;
    const dataDir = join(folder, 'data');
    const child = spawn(process.execPath, [...nodeFlags, 'src/server/database.ts'], {
      env: { ...environment, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    let printed = '';
    for await (const chunk of child.stdout) {
      printed += String(chunk);
      if (printed.includes('psql ')) break;
    }
    expect(printed).toMatch(/^psql -h '\/.+' -U dolores dolores$/m);
    const { status, err } = await commandLine({ DATA_DIR: dataDir }).run('ledger', 'verify');
    expect([status, err.split(',')[0]]).toEqual([
      1,
      `The database in DATA_DIR (${dataDir}) is empty`,
    ]);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
  });
});
