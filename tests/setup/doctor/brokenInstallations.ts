import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { inject } from 'vitest';
import { type ProxyFaults, startBrokenProxy } from '../brokenProxy.ts';
import { createTestDatabase } from '../database.ts';
import { databaseUrl } from '../postgres.ts';
import { closedUrl } from '../process.ts';
import { type Environment, type SoundInstallation, mailPassword } from './soundInstallation.ts';

/** Secrets that no output may have. */
export const wrongSecrets = {
  password: 'Wrong-Horse-99',
  key: 'sk-wrong-9876543210',
  stripe: 'sk_test_wrongwrongwrongwrong',
} as const;

const { password: wrongPassword, key: wrongKey, stripe: wrongStripe } = wrongSecrets;

/** A broken part of an installation: what differs from the sound one, and what the doctor must say. */
export type Broken = {
  part: string;
  environment: (sound: SoundInstallation) => Environment | Promise<Environment>;
  check: string;
  level?: 'warning';
  says: RegExp;
};

export const broken: readonly Broken[] = [
  {
    part: 'wrong password of the mail server',
    environment: ({ environment }) => ({
      SMTP_URL: environment['SMTP_URL']?.replace(mailPassword, wrongPassword) ?? '',
    }),
    check: 'mail',
    says: /refuses us: .*nobody can sign in/,
  },
  {
    part: 'mail server away',
    environment: async () => ({ SMTP_URL: await closedUrl('smtp') }),
    check: 'mail',
    says: /ECONNREFUSED/,
  },
  {
    part: 'database away',
    environment: async () => ({ DATABASE_URL: `${await closedUrl('postgresql')}/dolores` }),
    check: 'database',
    says: /cannot be reached/,
  },
  {
    part: 'empty database',
    environment: async (sound) => ({ DATABASE_URL: await otherDatabase(sound, '') }),
    check: 'schema',
    says: /is empty/,
  },
  {
    part: 'database in Latin-1',
    environment: async (sound) => ({
      DATABASE_URL: await otherDatabase(sound, `encoding 'LATIN1' locale 'C'`),
    }),
    check: 'database',
    says: /encoding LATIN1/,
  },
  {
    part: 'upgrade not finished',
    environment: async (sound) => ({
      DATABASE_URL: await migratedDatabase(
        sound,
        `delete from drizzle.__drizzle_migrations where created_at =
          (select max(created_at) from drizzle.__drizzle_migrations)`,
      ),
    }),
    check: 'schema',
    level: 'warning',
    says: /1 migrations are not applied/,
  },
  {
    part: 'database of a newer version',
    environment: async (sound) => ({
      DATABASE_URL: await migratedDatabase(
        sound,
        `insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 99999999999999)`,
      ),
    }),
    check: 'schema',
    says: /newer version/,
  },
  {
    part: 'ledger changed by hand',
    environment: async (sound) => ({
      DATABASE_URL: await migratedDatabase(
        sound,
        `with someone as (insert into app_user (email, name) values ('a@b.example', 'A') returning id)
          insert into credit_balance (user_id, available) select id, 7 from someone`,
      ),
    }),
    check: 'ledger',
    says: /ledger is broken/,
  },
  {
    part: 'backups stopped five days ago',
    environment: async (sound) => ({
      DATABASE_URL: await migratedDatabase(
        sound,
        `insert into backup_run (target, state, started, finished, bytes)
          values ('/backups', 'done', now() - interval '5 days', now() - interval '5 days', 7)`,
      ),
    }),
    check: 'backup',
    says: /120 h old/,
  },
  {
    part: 'alarm that nobody saw',
    environment: async (sound) => ({
      DATABASE_URL: await migratedDatabase(
        sound,
        `insert into alarm (name, subject, detail, raised, seen)
          values ('mail_refused', '', '{}', now(), now())`,
      ),
    }),
    check: 'alarms',
    says: /Alarm mail_refused/,
  },
  {
    part: 'restored copy that was not resumed',
    environment: async (sound) => ({
      DATABASE_URL: await migratedDatabase(
        sound,
        `insert into restored_copy (backup) values ('/backups/one')`,
      ),
    }),
    check: 'restored',
    level: 'warning',
    says: /restored from/,
  },
  {
    part: 'bucket that does not exist',
    environment: () => ({ MEDIA_STORE: 's3://gone/files' }),
    check: 'bucket',
    says: /bucket does not exist/,
  },
  {
    part: 'wrong key of the bucket',
    environment: () => ({ S3_SECRET_ACCESS_KEY: 'another-secret-key' }),
    check: 'bucket',
    says: /signature is wrong/,
  },
  {
    part: 'wrong key of a model provider',
    environment: () => ({ COMPATIBLE_API_KEY: wrongKey }),
    check: 'providers',
    says: /compatible \(.*\) does not answer/,
  },
  {
    part: 'model provider away',
    environment: async () => ({ COMPATIBLE_BASE_URL: `${await closedUrl('http')}/v1` }),
    check: 'providers',
    says: /compatible \(.*\) does not answer/,
  },
  {
    part: 'wrong key of Stripe',
    environment: () => ({ STRIPE_SECRET_KEY: wrongStripe }),
    check: 'payments',
    says: /Stripe refuses our key/,
  },
  {
    part: 'payment messages swallowed in front',
    environment: (sound) => proxied(sound, { swallows: /^\/api\/payments\// }),
    check: 'payments',
    says: /Messages of stripe .* get status 404/,
  },
  {
    part: 'clock five minutes off',
    environment: (sound) =>
      proxied(sound, {
        headers: (headers) => ({
          ...headers,
          date: new Date(Date.now() + 300_000).toUTCString(),
        }),
      }),
    check: 'clock',
    says: /differ by (?:299|300|301)\.\d s/,
  },
  {
    part: 'content security policy removed in front',
    environment: (sound) =>
      proxied(sound, { headers: ({ 'content-security-policy': _, ...others }) => others }),
    check: 'policy',
    says: /no content security policy/,
  },
  {
    part: 'PUBLIC_URL of another program',
    environment: strangersServer,
    check: 'address',
    says: /not as this server does/,
  },
  {
    part: 'web server in front away',
    environment: async () => ({ PUBLIC_URL: await closedUrl('http'), TRUSTED_PROXIES: '1' }),
    check: 'address',
    says: /cannot be reached/,
  },
  {
    part: 'all visitors from one address',
    environment: async (sound) => ({ ...(await proxied(sound, {})), TRUSTED_PROXIES: '0' }),
    check: 'proxies',
    says: /share one limit/,
  },
  {
    part: 'visitors make up their address',
    environment: () => ({ TRUSTED_PROXIES: '1' }),
    check: 'proxies',
    level: 'warning',
    says: /make up their address/,
  },
  {
    part: 'cookies without Secure',
    environment: async () => ({ PUBLIC_URL: await closedUrl('https'), TRUSTED_PROXIES: '1' }),
    check: 'cookies',
    says: /not Secure/,
  },
  {
    part: 'public site in development',
    environment: ({ server }) => ({ PUBLIC_URL: server.url.replace('127.0.0.1', '0.0.0.0') }),
    check: 'mode',
    level: 'warning',
    says: /sandboxes answer/,
  },
  {
    part: 'data folder for reading only',
    environment: () => ({ DATA_DIR: '/proc' }),
    check: 'disk',
    says: /cannot be written/,
  },
  {
    part: 'corrected texts left in the data folder',
    environment: async ({ environment: { DATA_DIR = '' } }) => {
      await mkdir(join(DATA_DIR, 'messages'));
      await writeFile(join(DATA_DIR, 'messages/file'), '');
      return { MESSAGES_FOLDER: join(DATA_DIR, 'own') };
    },
    check: 'disk',
    level: 'warning',
    says: /MESSAGES_FOLDER .* has no files, but .*messages has some/,
  },
  {
    part: 'weak secret',
    environment: () => ({ SECRET: 'abcabcabcabcabcabcabcabcabcabcabcabc' }),
    check: 'configuration',
    says: /SECRET is repetitive/,
  },
];

/** Returns a database with other settings. */
async function otherDatabase({ closing }: SoundInstallation, options: string): Promise<string> {
  const url = inject('postgresUrl');
  const name = `doctor_${randomUUID().replaceAll('-', '')}`;
  const administer = async (text: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  await administer(`create database ${name} template template0 ${options}`);
  closing.push(() => administer(`drop database ${name} with (force)`));
  return databaseUrl(url, name);
}

/** Returns a database of ours after a change by hand. */
async function migratedDatabase({ closing }: SoundInstallation, change: string): Promise<string> {
  const database = await createTestDatabase(1);
  closing.push(() => database.drop());
  await database.query.execute(sql.raw(change));
  return database.url;
}

async function proxied(
  { server, closing }: SoundInstallation,
  faults: ProxyFaults,
): Promise<Environment> {
  const proxy = await startBrokenProxy(server.url, faults);
  closing.push(proxy.close);
  return { PUBLIC_URL: proxy.url, TRUSTED_PROXIES: '1' };
}

async function strangersServer({ closing }: SoundInstallation): Promise<Environment> {
  const stranger = createServer((_, response) => response.end('<h1>It works!</h1>'));
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  closing.push(async () => stranger.close());
  const { port } = stranger.address() as AddressInfo;
  return { PUBLIC_URL: `http://127.0.0.1:${port}`, TRUSTED_PROXIES: '1' };
}
