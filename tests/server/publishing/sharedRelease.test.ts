import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentRelease, listReleases } from '#release/manifest.ts';
import { siteFolder } from '#release/siteFolder.ts';
import type { CorePlatform } from '#server/context.ts';
import { readPause } from '#server/services/publishing/queue/pause.ts';
import { rollBack } from '#server/services/publishing/rollback.ts';
import { adoptShared } from '#server/services/publishing/shared/adoptShared.ts';
import {
  followRelease,
  resumePublishing,
} from '#server/services/publishing/shared/followRelease.ts';
import { shareFirst, shareIfConfigured } from '#server/services/publishing/shared/shareRelease.ts';
import { type TestDatabase, corePlatform, createTestDatabase } from '../../setup/database.ts';
import { release, siteFiles, writeFolder } from '../../setup/renderedSite.ts';
import { type S3Server, startS3Server } from '../../setup/s3Server.ts';

const quiet = () => undefined;

let root: string;
let database: TestDatabase;
let storage: S3Server;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'dolores-shared-'));
  database = await createTestDatabase(2);
  storage = await startS3Server();
});

afterAll(async () => {
  await database.drop();
  await storage.close();
  await rm(root, { recursive: true, force: true });
});

// In order: each continues with the releases of the one before.
describe('one release for all servers', () => {
  const servers = (kind = 'a folder') => {
    const releaseStore = kind === 'a folder' ? join(root, 'store') : 's3://releases/site';
    return ['first', 'second'].map((name): CorePlatform => {
      const platform = corePlatform(database);
      const dataDir = join(root, `${kind} ${name}`);
      const config = { ...platform.config, dataDir, releaseStore, s3: storage.config };
      return { ...platform, config };
    }) as [CorePlatform, CorePlatform];
  };
  const served = ({ config }: CorePlatform) => currentRelease(siteFolder(config.dataDir));
  const make = async ({ config }: CorePlatform, edition: string) => {
    const folder = await writeFolder(siteFiles(edition));
    await release(config.dataDir, folder);
    await rm(folder, { recursive: true });
  };

  it.each(['a folder', 'a bucket'])('is fetched from %s, only what is missing', async (kind) => {
    const [first, second] = servers(kind);
    await make(first, 'one');
    await shareFirst(first.config, quiet);
    expect(await adoptShared(second.config)).toBe(await served(first));
    await make(first, 'two');
    const lines: string[] = [];
    await shareIfConfigured(first.config, (line) => lines.push(line));
    expect(lines).toEqual([expect.stringMatching(/: \d+ files uploaded$/)]);
    await (
      await followRelease(second.config, pino({ level: 'silent' }))
    )();
    expect(await served(second)).toBe(await served(first));
    const stored = await Promise.all(
      [first, second].map(({ config }) =>
        readdir(siteFolder(config.dataDir).store, { recursive: true }),
      ),
    );
    expect(new Set(stored[1])).toEqual(new Set(stored[0]));
    expect(await adoptShared(second.config)).toBeUndefined();
  });

  it('is followed without the lock of publishes while it is the served one', async () => {
    const [, second] = servers('a bucket');
    const { lock } = siteFolder(second.config.dataDir);
    const isLocked: boolean[] = [];
    storage.onDone = () => void isLocked.push(existsSync(lock));
    await (
      await followRelease(second.config, pino({ level: 'silent' }))
    )();
    storage.onDone = () => undefined;
    expect(isLocked).toEqual([false]);
  });

  it('is the earlier one for all after a rollback on one, until its end there', async () => {
    const [first, second] = servers();
    const newest = await served(first);
    await rollBack(second, undefined);
    expect(await adoptShared(first.config)).toBe(await served(second));
    expect(await readPause(siteFolder(first.config.dataDir))).toMatchObject({ from: newest });
    expect(await resumePublishing(second.config)).toBe(true);
    await adoptShared(first.config);
    expect(await readPause(siteFolder(first.config.dataDir))).toBeUndefined();
  });

  it('stays the earlier one if a server was rolled back while another one published', async () => {
    const [first, second] = servers();
    await make(first, 'three');
    await shareIfConfigured(first.config, quiet);
    await adoptShared(second.config);
    await make(first, 'four');
    const { to } = await rollBack(second, undefined);
    await shareIfConfigured(first.config, quiet);
    expect([await served(first), await served(second)]).toEqual([to, to]);
    expect((await listReleases(siteFolder(first.config.dataDir))).length).toBeGreaterThan(1);
  });

  it('is an earlier one that only one server still had', async () => {
    const [first, second] = servers();
    await resumePublishing(first.config);
    await make(first, 'only here');
    const only = await served(first);
    await make(first, 'for all');
    await shareIfConfigured(first.config, quiet);
    await adoptShared(second.config);
    await make(second, 'newest');
    await shareIfConfigured(second.config, quiet);
    await rollBack(first, only);
    expect(await adoptShared(second.config)).toBe(only);
    expect(await readPause(siteFolder(second.config.dataDir))).toMatchObject({ to: only });
  });

  it('stays the earlier one if a server was rolled back during the upload of another one', async () => {
    const [first, second] = servers('a bucket');
    const [from = '', to = ''] = await listReleases(siteFolder(second.config.dataDir));
    const chosen = { release: to, pause: { since: new Date().toISOString(), from, to } };
    storage.onDone = () => {
      if (storage.done.at(-1) !== 'PUT releases/site/record.json.gz') return;
      const body = Buffer.from(JSON.stringify(chosen));
      storage.objects.set('releases/site/current.json', { body, headers: {} });
    };
    await make(first, 'five');
    await shareIfConfigured(first.config, quiet);
    await adoptShared(second.config);
    expect([await served(first), await served(second)]).toEqual([to, to]);
  });
});
