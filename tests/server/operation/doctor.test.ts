import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { broken, wrongSecrets } from '../../setup/doctor/brokenInstallations.ts';
import {
  type Environment,
  type SoundInstallation,
  startSoundInstallation,
} from '../../setup/doctor/soundInstallation.ts';
import { hostOperator } from '../../setup/operatorProcess.ts';

type Finding = { check: string; level: string; text: string; next: string | null };

let sound: SoundInstallation;
/** All that was printed. */
let printed = '';

beforeAll(async () => {
  sound = await startSoundInstallation();
});

afterAll(async () => {
  for (const close of sound.closing.toReversed()) await close();
});

async function examine(changes: Environment = {}) {
  const { run } = hostOperator({ ...sound.environment, ...changes });
  const { status, out, err } = await run('doctor', '--json');
  printed += out + err;
  const findings = JSON.parse(out) as Finding[];
  return { status, findings, problems: findings.filter(({ level }) => level === 'problem') };
}

/** The numbers of rows that were ever written to each table. */
async function writtenRows(): Promise<unknown[]> {
  const database = connect(sound.server.database.url, { warn: () => undefined }, 1);
  const { rows } = await database.query.execute(
    // The server itself writes to these, while it runs and when it is asked.
    sql`select relname, n_tup_ins, n_tup_upd, n_tup_del from pg_stat_user_tables
      where relname not in ('server_instance', 'write_probe', 'rate_limit') order by relname`,
  );
  await database.close();
  return rows;
}

describe('dolores doctor', () => {
  it('finds no problem in a sound installation, and changes nothing in it', async () => {
    const before = await writtenRows();
    const { status, findings, problems } = await examine();
    expect(problems).toEqual([]);
    expect(status).toBe(0);
    expect(new Set(findings.map(({ check }) => check)).size).toBeGreaterThanOrEqual(15);
    expect(await writtenRows()).toEqual(before);
    expect([...sound.storage.objects.keys()]).toEqual([]);
  });

  it('names each of the broken parts, the next step, and no secret', async () => {
    const table: string[] = [];
    for (const { part, environment, check, level = 'problem', says } of broken) {
      const { status, findings, problems } = await examine(await environment(sound));
      const finding = findings.find(({ text }) => says.test(text));
      expect(finding, `${part}: ${JSON.stringify(findings)}`).toMatchObject({ check, level });
      expect(finding?.next, part).toMatch(/\.$/);
      expect(status, part).toBe(problems.length > 0 ? 1 : 0);
      table.push(`| ${part} | ${finding?.level} | ${finding?.text} | ${finding?.next} |`);
    }
    if (process.env['SHOW_DOCTOR']) console.log(table.join('\n'));
    for (const secret of [...sound.secrets, ...Object.values(wrongSecrets)]) {
      expect(printed).not.toContain(secret);
    }
  });

  it('asks nobody outside on a restored copy, and says so', async () => {
    const { pool } = sound.server.database;
    await pool.query("insert into restored_copy (backup) values ('of a test')");
    const { findings, status } = await examine({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await pool.query('delete from restored_copy');
    expect(status).toBe(0);
    const checks = new Set(findings.map(({ check }) => check));
    const outside = ['address', 'cookies', 'policy', 'mail', 'payments', 'bucket', 'providers'];
    expect(outside.filter((check) => checks.has(check))).toEqual([]);
    const texts = findings.filter(({ check }) => check === 'restored').map(({ text }) => text);
    expect(texts.join()).toMatch(/Not asked, because this is a restored copy: PUBLIC_URL/);
  });
});
