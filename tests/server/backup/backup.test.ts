import { chown, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountDeletion, appUser } from '#server/db/schema/accounts.ts';
import { auditEntry, backupRun, restoredCopy } from '#server/db/schema/operation.ts';
import { openBackupPlace } from '#server/gateways/storage/backupPlace.ts';
import { FolderMedia } from '#server/gateways/storage/folderMedia.ts';
import { deleteDueAccounts } from '#server/services/account/deletion/deleteDueAccounts.ts';
import { logDeletions } from '#server/services/backup/deletionLog.ts';
import { compressed, measure, textBytes } from '#server/services/backup/packing.ts';
import { newestManifest, readMediaList } from '#server/services/backup/readBackup.ts';
import { refuseLivePlace } from '#server/services/backup/refuseLivePlace.ts';
import { checkLedger } from '#server/services/credits/verify.ts';
import { lastBackup } from '#server/services/operation/lastBackup.ts';
import { type Installation, createInstallation, fillInstallation } from '../../setup/backups.ts';
import { corePlatform } from '../../setup/database.ts';
import { type S3Server, startS3Server } from '../../setup/s3Server.ts';

const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);

let folder: string;
let keyFile: string;
let source: Installation;
let people: Awaited<ReturnType<typeof fillInstallation>>;
const made: Installation[] = [];

async function emptyPlace(variables?: Record<string, string>): Promise<Installation> {
  const place = await createInstallation('template0', variables);
  made.push(place);
  return place;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-backups-'));
  keyFile = join(folder, 'key.txt');
  await writeFile(keyFile, `# created for a test\n${identity}\n`);
  source = await createInstallation();
  people = await fillInstallation(source);
});

afterAll(async () => {
  for (const place of [source, ...made]) await place.remove();
  await rm(folder, { recursive: true, force: true });
});

describe('dolores backup and restore', () => {
  it('stores an encrypted backup, and removes what a killed one left', async () => {
    const target = join(folder, 'sealed');
    const killed = join(target, 'backups', '2026-01-01T00-00-00Z', 'tables');
    await mkdir(killed, { recursive: true });
    await writeFile(join(killed, 'gpt.copy.zst'), 'half');
    await mkdir(join(target, 'backups', 'photos'));
    await writeFile(join(target, 'backups', 'photos', 'of-others'), 'x');
    const run = await source.shell.run('backup', target, '--recipient', recipient);
    expect(run).toMatchObject({ status: 0 });
    expect(run.out).toMatch(/encrypted\nMedia: 1 files, 0\.2 MB\nStored/);
    const [name, ...others] = (await readdir(join(target, 'backups'))).toSorted();
    expect(others).toEqual(['photos']);
    const text = await readFile(
      join(target, 'backups', name ?? '', 'tables', 'app_user.copy.zst.age'),
    );
    expect(text.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /);
    expect(await lastBackup(source.database)).toMatchObject({ target });
  });

  it('restores it into an empty place, proves it, and deletes accounts again', async () => {
    const target = join(folder, 'sealed');
    const platform = corePlatform(source.database);
    const now = new Date();
    const due = { userId: people.other, requested: now, due: now, mailed: now };
    await source.database.query.insert(accountDeletion).values(due);
    await deleteDueAccounts(platform);
    const backup = { ...platform.config.backup, target };
    const config = { ...platform.config, dataDir: source.dataDir, backup };
    expect(await logDeletions({ ...platform, config })).toBe(1);

    const place = await emptyPlace();
    expect(await place.shell.run('restore', target)).toMatchObject({ status: 1 });
    const run = await place.shell.run('restore', target, '--identity', keyFile);
    expect(run).toMatchObject({ status: 0 });
    expect(run.out).toMatch(/restored and proved \d+ rows of \d+ tables/);
    expect(run.out).toContain('Media: 1 files were stored, 0 were there already.');
    expect(run.out).toMatch(/Every promise of the ledger holds: \d+ rows/);
    expect(run.out).toContain('Deleted again: 1 accounts.');
    expect(run.out).toContain('SECRET is not the one of the backup');
    expect(run.out).toContain('This database is a restored copy');

    const { query } = place.database;
    const users = await query.select().from(appUser).orderBy(appUser.created);
    expect(users.map(({ id }) => id)).toEqual([people.withPicture, people.other]);
    expect(users[1]?.email).toBe(`deleted:${people.other}`);
    expect((await checkLedger(place.database)).violations).toEqual([]);
    expect(await query.select().from(restoredCopy)).toHaveLength(1);
    const picture = await new FolderMedia(join(place.dataDir, 'media')).get(people.pictureKey);
    expect(picture?.size).toBe(200_000);
    const text = await readFile(join(place.dataDir, 'messages', 'de', 'home.json'), 'utf8');
    expect(text).toBe('{"title":"Anders"}');
  });

  it('refuses a place that is not empty or in use, and changes nothing there', async () => {
    const [place] = made;
    const run = await place?.shell.run('restore', join(folder, 'sealed'), '--identity', keyFile);
    expect(run?.status).toBe(1);
    expect(run?.err).toMatch(/connections use this database|is not empty/);
    expect(run?.err).toContain('Nothing was changed.');
    expect(await place?.database.query.select().from(appUser)).toHaveLength(2);
  });

  it('lets a restored copy act again', async () => {
    const [place] = made;
    const unasked = await place?.shell.run('resume');
    expect(unasked?.err).toContain('its original must not run any more. Nothing was changed.');
    expect(await place?.database.query.select().from(restoredCopy)).toHaveLength(1);
    const run = await place?.shell.run('resume', '--yes');
    expect(run?.out).toContain('acts again. Restart every server and worker now.');
    expect(await place?.database.query.select().from(restoredCopy)).toEqual([]);
    const audit = await place?.database.query
      .select({ action: auditEntry.action })
      .from(auditEntry)
      .orderBy(auditEntry.id);
    expect(audit).toEqual([{ action: 'backup.restore' }, { action: 'backup.resume' }]);
    expect((await place?.shell.run('resume', '--yes'))?.out).toContain('is no restored copy');
  });

  it('drills a plain backup, and finds a damaged one', async () => {
    const target = join(folder, 'plain');
    await source.shell.run('backup', target);
    const drill = await source.shell.run('restore', target, '--drill');
    expect(drill).toMatchObject({ status: 0 });
    expect(drill.out).toMatch(/temporary database, which is gone again\.\nProved: \d+ rows/);
    expect(drill.out).toContain('1 media files and 1 of your files, by their digests.');
    const { rows } = await source.database.pool.query(
      "select from pg_database where datname = 'dolores_drill'",
    );
    expect(rows).toEqual([]);

    const [name = ''] = await readdir(join(target, 'backups'));
    const manifest = join(target, 'backups', name, 'manifest.json');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replace(/("name": "app_user",[\s\S]*?"rows": )\d+/, '$13'));
    const place = await emptyPlace();
    const run = await place.shell.run('restore', target);
    expect(run.status).toBe(1);
    expect(run.err).toMatch(/The restored table app_user differs .* Nothing was restored/);
    await writeFile(manifest, text);
    // The media are restored before the tables.
    const used = await place.shell.run('restore', target);
    expect(used.status).toBe(2);
    expect(used.err).toMatch(/The media store has files .*--into-used-media\. Nothing was changed/);
    const again = await place.shell.run('restore', target, '--into-used-media');
    expect(again.out).toContain('Media: 0 files were stored, 1 were there already.');
    expect(again.err).not.toContain('Nothing');
    expect(again).toMatchObject({ status: 0 });
  });

  it('finds a damaged file of the operator in a drill, and restores everything else', async () => {
    const target = join(folder, 'scratched');
    await source.shell.run('backup', target);
    const [name = ''] = await readdir(join(target, 'backups'));
    const file = join(target, 'backups', name, 'files', 'messages', 'de', 'home.json.zst');
    await writeFile(file, 'scratched');
    const drill = await source.shell.run('restore', target, '--drill');
    expect(drill.status).toBe(1);
    expect(drill.out).toContain('0 of your files');
    expect(drill.out).toContain('Damaged in the backup: messages/de/home.json: ');
    const place = await emptyPlace();
    const run = await place.shell.run('restore', target);
    expect(run.status).toBe(1);
    expect(run.out).toContain('Damaged in the backup: messages/de/home.json: ');
    expect(await place.database.query.select().from(appUser)).toHaveLength(2);
    expect(await readdir(place.dataDir)).not.toContain('messages');
  });

  it('fails when the media store lacks files of users, and the drill says so', async () => {
    const bare = await createInstallation();
    made.push(bare);
    const { withPicture, pictureKey } = await fillInstallation(bare);
    const media = new FolderMedia(join(bare.dataDir, 'media'));
    await media.remove(pictureKey);
    const target = join(folder, 'bare');
    const run = await bare.shell.run('backup', target);
    expect(run.status).toBe(1);
    expect(run.out).toContain('LOST: 1 media files of users were not in the media store');
    expect(run.err).toContain(`The media store has no ${pictureKey}`);
    const place = openBackupPlace({ s3: undefined }, target);
    expect((await newestManifest(place))?.media).toMatchObject({ count: 0, missing: 0, lost: 1 });
    const drill = await bare.shell.run('restore', target, '--drill');
    expect(drill.status).toBe(1);
    expect(drill.out).toContain('LOST: 1 media files');
    await bare.database.query
      .update(appUser)
      .set({ picture: '' })
      .where(eq(appUser.id, withPicture));
    expect((await bare.shell.run('backup', join(folder, 'without'))).status).toBe(0);
  });

  it('removes old backups and their media, but never the newest', async () => {
    const target = join(folder, 'plain');
    const [name = ''] = await readdir(join(target, 'backups'));
    const manifest = join(target, 'backups', name, 'manifest.json');
    const text = await readFile(manifest, 'utf8');
    await writeFile(
      manifest,
      text.replace(/"started": "[^"]+"/, '"started": "2020-01-01T00:00:00Z"'),
    );
    await mkdir(join(target, 'media', 'pictures'), { recursive: true });
    await writeFile(join(target, 'media', 'pictures', 'of-nobody'), 'x');
    const days = ['--days', '20', '--recipient', recipient];
    const run = await source.shell.run('backup', target, ...days);
    expect(run.out).toContain('1 old backups were removed');
    expect(await readdir(join(target, 'backups'))).not.toContain(name);
    expect(await readdir(join(target, 'media', 'pictures'))).toEqual(['of-nobody']);
  });

  it('refuses a place with the files of a server', async () => {
    const live = [source.dataDir, join(source.dataDir, 'media', 'x'), dirname(source.dataDir)];
    for (const target of live) {
      const run = await source.shell.run('backup', target, '--no-media');
      expect(run.err).toContain('overlaps DATA_DIR');
      expect(run.status).toBe(2);
    }
    expect(await readdir(source.dataDir)).not.toContain('backups');
    const inBucket = { dataDir: source.dataDir, mediaStore: 's3://files/media' };
    await expect(refuseLivePlace(inBucket, 's3://files')).rejects.toThrow('overlaps MEDIA_STORE');
    await refuseLivePlace(inBucket, 's3://files/media-of-others');
  });

  it.runIf(process.getuid?.() === 0)('gives files of root to the owner of the place', async () => {
    const target = await mkdtemp(join(folder, 'owned-'));
    await chown(target, 1_234, 1_234);
    await source.shell.run('backup', target, '--no-media');
    const names = await readdir(target, { recursive: true });
    const found = await Promise.all(names.map((name) => stat(join(target, name))));
    expect(new Set(found.map(({ uid }) => uid))).toEqual(new Set([1_234]));
  });

  it('reads a list of media that is longer than a text in memory may be', async () => {
    const entry = { key: 'pictures/ö', file: 'media/pictures/ö', bytes: 1, sha256: '0' };
    const line = `${JSON.stringify(entry)}${' '.repeat(100_000)}\n`;
    const lines = Array.from({ length: 2_700 }, () => line);
    const { sha256 } = await measure(textBytes(lines));
    const place = openBackupPlace({ s3: undefined }, join(folder, 'sealed'));
    await place.write('list', compressed(textBytes(lines)));
    const manifest = await newestManifest(place);
    if (!manifest) throw new Error('There is no backup');
    const media = { file: 'list', sha256, count: 2_700, bytes: 2_700, missing: 0 };
    const list = await readMediaList(place, { ...manifest, media });
    expect([list.length, list[2_699]]).toEqual([2_700, entry]);
  });

  it('records a backup that fails', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect((await source.shell.run('backup', join(file, 'below'))).status).toBe(1);
    const failed = await source.database.query
      .select()
      .from(backupRun)
      .where(eq(backupRun.state, 'failed'));
    expect(failed).toHaveLength(1);
    expect(failed[0]?.reason).toContain('ENOTDIR');
  });
});

describe('a bucket', () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3Server();
  });
  afterAll(() => s3.close());

  const variables = () => ({
    S3_ENDPOINT: s3.config.endpoint ?? '',
    S3_REGION: s3.config.region,
    S3_ACCESS_KEY_ID: s3.config.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
    BACKUP_TO: 's3://copies/of dolores',
  });

  it('takes a backup with files of several parts, and gives it back', async () => {
    const from = await createInstallation(undefined, variables());
    made.push(from);
    const { pictureKey } = await fillInstallation(from, 17_000_000);
    s3.faults.push('answers 503', 'cuts the connection');
    expect(await from.shell.run('backup')).toMatchObject({ status: 0 });
    const parts = [...s3.objects.keys()].filter((key) => key.includes(pictureKey));
    expect(parts).toHaveLength(2);

    const place = await emptyPlace(variables());
    expect(await place.shell.run('restore')).toMatchObject({ status: 0 });
    const picture = await new FolderMedia(join(place.dataDir, 'media')).get(pictureKey);
    expect(picture?.size).toBe(17_000_000);
  });
});
