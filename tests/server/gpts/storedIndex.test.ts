import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchPlainly } from '#server/db/queries/plainSearch.ts';
import { gpt, gptExample } from '#server/db/schema/gpts.ts';
import { readEditorWords } from '#server/services/gpts/search/editorWords.ts';
import { IndexStore } from '#server/services/gpts/search/indexStore.ts';
import type { FoundGpts } from '#server/services/gpts/search/rankGpts.ts';
import { SearchThread } from '#server/services/gpts/search/searchThread.ts';
import { syntheticEntries } from '../../../scripts/catalogue/generateGpts.ts';
import { importAll } from '../../setup/directory.ts';
import { type TestDatabase, createTestDatabase } from '../../setup/database.ts';
import { type TestFolder, makeTestFolder } from '../../setup/importing.ts';

/** Enough that the index is stored. */
const gpts = 1_100;

const queries = ['write', 'résumé', 'deutsch lernen', '翻译', 'logo', 'zebra crossing', ''];

let database: TestDatabase;
let folder: TestFolder;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeTestFolder();
  const entries = syntheticEntries({ count: gpts, days: 2, seed: 3, until: '2026-06-20' });
  await importAll(
    database,
    [...entries].map((entry) => entry.gpt),
  );
});

afterAll(async () => {
  await database.drop();
  await folder.remove();
});

/** Starts the thread on a data folder, and returns what it finds and the states that it went through. */
async function findIn(data: string): Promise<{ found: FoundGpts[]; isLoaded: boolean }> {
  const thread = new SearchThread(database.url, data, { error: () => undefined });
  thread.loadStored();
  const isLoaded = thread.state?.kind === 'loading';
  const found: FoundGpts[] = [];
  for (const query of queries) {
    for (const locale of ['en', 'zh'] as const) {
      found.push(await thread.find({ query, locale, filters: {}, offset: 0, size: 40 }));
    }
  }
  expect(thread.state).toEqual({ kind: 'ready', changes: 0 });
  await thread.close();
  return { found, isLoaded };
}

const dataDir = () => folder.path('data');

const indexFile = () => join(dataDir(), 'search', 'index');

describe('the stored index of the search', () => {
  it('finds the same after a restart, with every change that was made meanwhile', async () => {
    const first = await findIn(dataDir());
    expect(first.isLoaded).toBe(false);
    await expect.poll(() => existsSync(indexFile())).toBe(true);
    const second = await findIn(dataDir());
    expect(second).toEqual({ found: first.found, isLoaded: true });
    const ids = first.found.flatMap((found) => found.ids);
    const [renamed = '', hidden = '', sampled = ''] = [...new Set(ids)];
    await database.query.update(gpt).set({ name: 'Zebra Crossing' }).where(eq(gpt.id, renamed));
    await database.query.update(gpt).set({ hidden: new Date() }).where(eq(gpt.id, hidden));
    await database.query.insert(gptExample).values({
      gptId: sampled,
      digest: 'd',
      position: 1,
      source: 'author',
      question: 'Where is the zebra crossing?',
      answer: 'There.',
      day: '2026-06-20',
      lang: 'en',
    });
    const third = await findIn(dataDir());
    expect(third.found).not.toEqual(first.found);
    // A damaged file is ignored: the index is built of the database as it is now.
    await writeFile(indexFile(), 'no index');
    expect(await findIn(dataDir())).toEqual(third);
  });

  it('is not that of tables whose rows were written anew', async () => {
    const store = new IndexStore(database, readEditorWords('src/content/search'), indexFile());
    await expect.poll(async () => (await store.load())?.rows.size).toBe(gpts - 1);
    await database.query.execute(sql`vacuum full gpt`);
    expect(await store.load()).toBeUndefined();
  });

  it('is replaced by a plain search of words while it is built', async () => {
    const window = { filters: {}, locale: 'en', offset: 0, size: 1_000 } as const;
    const { ids, total } = await searchPlainly(database.query, {
      ...window,
      words: ['zebra', 'CROSS'],
    });
    expect({ ids: ids.length, total }).toEqual({ ids: 1, total: 1 });
    const all = await searchPlainly(database.query, { ...window, words: [] });
    expect(all.total).toBe(gpts - 1);
    const [category] = (
      await database.query
        .select()
        .from(gpt)
        .where(eq(gpt.id, ids[0] ?? ''))
    ).flatMap(({ categories }) => categories);
    const thread = new SearchThread(database.url, dataDir(), { error: () => undefined });
    const filters = { category, lang: 'en' };
    const indexed = await thread.find({ query: '', locale: 'en', filters, offset: 0, size: 1_000 });
    const plain = await searchPlainly(database.query, { ...window, words: [], filters });
    expect(plain.ids.toSorted()).toEqual(indexed.ids.toSorted());
    await thread.close();
  });
});
