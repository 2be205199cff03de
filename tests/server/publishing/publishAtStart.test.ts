import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { freePort, startServerProcess } from '../../setup/process.ts';
import { release, siteFiles, writeFolder } from '../../setup/renderedSite.ts';

let database: TestDatabase;
let dataDir: string;
let environment: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'dolores-start-'));
  environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PUBLISH_AT_START: 'yes',
    DRAIN_SECONDS: '1',
    // Nothing can be published with a picture that is not there.
    QQ_PICTURE: join(dataDir, 'missing.jpg'),
  };
});

afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('a server whose site cannot be published at its start', () => {
  it('ends with the reason when there is nothing to serve', async () => {
    await expect(startServerProcess(await freePort(), environment)).rejects.toThrow(
      'QQ_PICTURE cannot be read: ENOENT',
    );
  });

  it('serves the existing release, reports the reason and retries', async () => {
    const folder = await writeFolder(siteFiles('kept'));
    await release(dataDir, folder);
    await rm(folder, { recursive: true, force: true });
    const server = await startServerProcess(await freePort(), environment);
    try {
      expect(server.output()).toMatch(
        /The site could not be published; the release before is served: QQ_PICTURE cannot be read/,
      );
      const page = await fetch(`${server.url}/en`);
      expect(await page.text()).toContain('data-edition="kept"');
      const { rows } = await database.query.execute(
        sql`select state, asked_by, is_automatic, due > now() as is_later from publish_run`,
      );
      expect(rows).toEqual([
        { state: 'waiting', asked_by: ['start'], is_automatic: true, is_later: true },
      ]);
    } finally {
      await server.end('SIGTERM');
    }
  });
});
