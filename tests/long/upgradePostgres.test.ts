import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { clusterFolder, exchangeFile } from '#server/db/embeddedFolder.ts';
import { removeDataFolder } from '#server/db/embeddedRemoval.ts';
import { migrate } from '#server/db/migrate.ts';
import { upgradePostgres } from '#server/services/backup/upgradePostgres.ts';
import { query } from '../setup/embedded.ts';
import { hostOperator } from '../setup/operatorProcess.ts';

/** Debian's, which is another major version than that of npm. */
const oldBin = '/usr/lib/postgresql/15/bin';

const log = pino({ level: 'silent' });
const progress = () => undefined;
const say = () => undefined;

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dolores-upgrade-'));
  await chmod(dataDir, 0o711);
});

afterEach(() => removeDataFolder(dataDir, say));

/** Makes a database with one user of this name. Returns its data folder. */
async function makeDatabase(folder: string, name: string, postgresBin?: string): Promise<string> {
  const postgres = await startEmbedded({ dataDir: folder, postgresBin, log: say });
  await migrate(postgres.url);
  await query(
    postgres.url,
    `insert into app_user (email, name) values ('a@example.org', '${name}')`,
  );
  await postgres.stop();
  return (await clusterFolder(folder)) ?? '';
}

async function readNames(): Promise<unknown[]> {
  const postgres = await startEmbedded({ dataDir, log: say });
  const names = await query(postgres.url, 'select name from app_user');
  await postgres.stop();
  return names;
}

const upgrade = (fromBin: string) =>
  upgradePostgres({ config: readConfig({ DATA_DIR: dataDir }), log }, { fromBin, progress });

describe('dolores upgrade postgres', () => {
  it.each([0, 1, 2])(
    'finishes the exchange of folders when it was killed after %i moves',
    async (moves) => {
      const folder = await makeDatabase(dataDir, 'old');
      const fresh = join(dirname(exchangeFile(dataDir)), 'new');
      await mkdir(fresh, { recursive: true, mode: 0o711 });
      await chmod(dirname(fresh), 0o711);
      const made = await makeDatabase(fresh, 'new');
      const kept = `${folder}.postgres17`;
      await writeFile(
        exchangeFile(dataDir),
        JSON.stringify({ from: 17, to: 18, folder, made, kept }),
      );
      if (moves > 0) await rename(folder, kept);
      if (moves > 1) await rename(made, folder);

      await expect(startEmbedded({ dataDir, log: say })).rejects.toThrow('was interrupted');
      const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
      const run = await hostOperator(env).run('upgrade', 'postgres', '--json');
      expect(JSON.parse(run.out)).toEqual({ from: 17, to: 18, kept });
      expect(await readNames()).toEqual([{ name: 'new' }]);
      expect(await readdir(dataDir)).not.toContain('postgres-upgrade');
      await rm(kept, { recursive: true });
    },
  );

  it.runIf(existsSync(oldBin))(
    'moves the rows of an older major version, and keeps its folder',
    async () => {
      const folder = await makeDatabase(dataDir, 'old', oldBin);
      await expect(startEmbedded({ dataDir, log: say })).rejects.toThrow(
        'dolores -- upgrade postgres',
      );
      const { from, kept, rows } = await upgrade(oldBin);
      expect([from, rows]).toEqual([15, 1]);
      expect(await readNames()).toEqual([{ name: 'old' }]);
      expect(await readFile(join(kept, 'PG_VERSION'), 'utf8')).toBe('15\n');
      expect(kept).toContain(folder);
      await rm(kept, { recursive: true });
    },
  );
});
