import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { appUser } from '#server/db/schema/accounts.ts';
import { FolderMedia } from '#server/gateways/storage/folderMedia.ts';
import { type TestDatabase, createTestDatabase, createUser } from './database.ts';
import { type OperatorHost, hostOperator } from './operatorProcess.ts';

export type Installation = {
  database: TestDatabase;
  dataDir: string;
  env: NodeJS.ProcessEnv;
  shell: OperatorHost;
  remove: () => Promise<void>;
};

/** A database with its own data folder and command line; `template0` has no schema. */
export async function createInstallation(
  template?: string,
  variables: Record<string, string> = {},
): Promise<Installation> {
  const database = await createTestDatabase(2, template);
  const dataDir = await mkdtemp(join(tmpdir(), 'dolores-backup-'));
  const env = { ...process.env, ...variables, DATA_DIR: dataDir, DATABASE_URL: database.url };
  return {
    database,
    dataDir,
    env,
    shell: hostOperator(env),
    remove: async () => {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Stores users with credits, one with a picture of `bytes` bytes, and a corrected text. Returns the users’ ids. */
export async function fillInstallation(
  { database, dataDir }: Installation,
  bytes = 200_000,
): Promise<{ withPicture: string; other: string; pictureKey: string }> {
  const withPicture = await createUser(database, 25);
  const other = await createUser(database, 10);
  const picture = randomUUID();
  const media = new FolderMedia(join(dataDir, 'media'));
  await media.put(`pictures/${picture}`, Buffer.alloc(bytes, 'picture'));
  await database.query
    .update(appUser)
    .set({ picture: `/api/account/pictures/${picture}` })
    .where(eq(appUser.id, withPicture));
  await mkdir(join(dataDir, 'messages', 'de'), { recursive: true });
  await writeFile(join(dataDir, 'messages', 'de', 'home.json'), '{"title":"Anders"}');
  return { withPicture, other, pictureKey: `pictures/${picture}` };
}
