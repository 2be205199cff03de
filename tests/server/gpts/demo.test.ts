import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listGpts } from '#contract/gpts/gpts.ts';
import { getDailyRanking } from '#contract/ranking/ranking.ts';
import { listReviews } from '#contract/reviews/reviews.ts';
import { type Day, addDays, dayOf } from '#domain/dates.ts';
import { openDataFolder, writeDemoState } from '#server/services/demo/demoFolder.ts';
import { loadDemo } from '#server/services/demo/loadDemo.ts';
import { loadStarterIfEmpty } from '#server/services/gpts/loadStarter.ts';
import { nodeFlags } from '../../../scripts/bootstrap/run.mjs';
import { type TestServer, startTestServer } from '../../setup/server.ts';

const folders: string[] = [];
const run = promisify(execFile);

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-demo-'));
  folders.push(folder);
  return folder;
}

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

describe('a start with --demo', () => {
  it('is refused in production and on another database', async () => {
    const { PATH = '' } = process.env;
    const DATABASE_URL = 'postgres://localhost/real';
    const arguments_ = [...nodeFlags, 'src/server/main.ts', '--demo'];
    const refused = run(process.execPath, arguments_, {
      env: { PATH, NODE_ENV: 'production', DATABASE_URL },
    });
    await expect(refused).rejects.toMatchObject({
      stderr: expect.stringMatching(/which production must not.*\n.*start without DATABASE_URL/),
    });
  });

  it('is refused on a folder of other data, and protects its own from a start without it', async () => {
    const [used, own] = [await newFolder(), await newFolder()];
    await writeFile(join(used, 'folder.id'), 'x');
    await expect(openDataFolder(used, true, new Date())).rejects.toThrow(
      `DATA_DIR ${used} holds data that are no demo data`,
    );
    await openDataFolder(own, true, new Date());
    await expect(openDataFolder(own, false, new Date())).rejects.toThrow(
      `DATA_DIR ${own} holds demo data: start with \`npm start -- --demo\``,
    );
    await openDataFolder(own, true, new Date());
  });
});

describe('demo data', () => {
  let server: TestServer;
  const yesterday = addDays(dayOf(new Date()), -1);
  /** The ranking of a day is frozen six hours after its end, which must not depend on when the test runs. */
  const noonOf = (day: Day) => new Date(`${day}T12:00:00Z`);

  beforeAll(async () => {
    const DATA_DIR = await newFolder();
    // Histories of ten days: each further day is one more ranking to count.
    const since = addDays(yesterday, -10);
    await writeDemoState(DATA_DIR, { seed: 1, since, until: null, hasReviews: false });
    server = await startTestServer({ environment: { DATA_DIR } });
    await loadStarterIfEmpty(server.database);
    await loadDemoAt(noonOf(addDays(yesterday, 1)));
  });

  afterAll(() => server.close());

  async function loadDemoAt(time: Date): Promise<void> {
    await loadDemo({ ...server.platform, now: () => time }, () => undefined);
  }

  async function daily(day: Day) {
    const response = await server.fetch(`/api/gpts/rank/daily?time=${day}`);
    return getDailyRanking.response.parse(await response.json());
  }

  it('fill rankings, lists and reviews by users with names of demo users', async () => {
    const ranking = await daily(addDays(yesterday, -2));
    expect(ranking.items.length).toBeGreaterThan(90);
    expect(ranking.time_menu.length).toBeGreaterThan(7);
    const list = listGpts.response.parse(await (await server.fetch('/api/gpts')).json());
    const rated = list.items.find(({ reviews }) => reviews > 0);
    expect(rated?.rating).toBeGreaterThan(2);
    const response = await server.fetch(`/api/gpts/${rated?.id}/reviews`);
    const { items } = listReviews.response.parse(await response.json());
    expect(items.map(({ name }) => name)).toEqual(
      items.map(() => expect.stringMatching(/^Demo user \d+$/)),
    );
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
  });

  it('grow by a day at a later start, and keep earlier days', async () => {
    const growth = async (day: Day) =>
      (await daily(day)).items.map((item) => [item.gpt.id, item.own + item.imported, item.rank]);
    const before = await growth(addDays(yesterday, -2));
    await loadDemoAt(noonOf(addDays(yesterday, 2)));
    expect(await growth(addDays(yesterday, -2))).toEqual(before);
    expect((await growth(addDays(yesterday, 1))).length).toBeGreaterThan(90);
  });
});
