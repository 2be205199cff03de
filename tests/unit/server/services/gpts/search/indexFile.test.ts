import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEditorWords } from '#server/services/gpts/search/editorWords.ts';
import { readIndexFile, writeIndexFile } from '#server/services/gpts/search/indexFile.ts';
import { indexVersion } from '#server/services/gpts/search/indexVersion.ts';
import { type FoundGpts, Ranker } from '#server/services/gpts/search/rankGpts.ts';
import { SearchIndex } from '#server/services/gpts/search/searchIndex.ts';
import { type Catalogue, readCatalogue } from '../../../../../bench/search/catalogues.ts';
import {
  type JudgedQuery,
  readJudgedQueries,
} from '../../../../../fixtures/search/readJudgedQueries.ts';

const words = readEditorWords('src/content/search');
const version = indexVersion(words);

let folder: string;
let file: string;
let gpts: Catalogue['gpts'];
let queries: readonly JudgedQuery[];
let index: SearchIndex;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-index-'));
  file = join(folder, 'search', 'index');
  const catalogue = await readCatalogue('starter');
  gpts = catalogue?.gpts ?? [];
  queries = await readJudgedQueries('judged');
  index = new SearchIndex(words);
  for (const gpt of gpts) put(index, gpt);
  // Removed GPTs leave their numbers behind.
  for (const gpt of gpts.slice(0, 5)) put(index, gpt);
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

function put(into: SearchIndex, { examples = [], ...gpt }: Catalogue['gpts'][number]): void {
  const questions = examples.map(({ question }) => question);
  into.put({ ...gpt, questions, chats: gpt.importedChats ?? 0 });
}

/** Stores the index and loads it again. */
async function reloaded(): Promise<SearchIndex> {
  const content = { origin: 'here', next: '7', ids: [], versions: [], digests: [] };
  await writeIndexFile(file, version, { ...content, index: index.toStored() });
  const stored = await readIndexFile(file, version);
  expect(stored).toMatchObject(content);
  return new SearchIndex(words, stored?.index);
}

function findAll(searched: SearchIndex): FoundGpts[] {
  const ranker = new Ranker(searched);
  const window = { filters: {}, offset: 0, size: 50 };
  return queries.map(({ query, locale }) => ranker.find({ query, locale, ...window }));
}

describe('a stored index', () => {
  it('finds the same as the built one, also after it was stored again and after changes', async () => {
    const built = findAll(index);
    const loaded = await reloaded();
    expect(findAll(loaded)).toEqual(built);
    index = loaded;
    const again = await reloaded();
    expect(again.toStored()).toEqual(loaded.toStored());
    for (const changed of [loaded, again]) {
      for (const gpt of gpts.slice(10, 20)) changed.remove(gpt.id);
      for (const gpt of gpts.slice(5, 12)) put(changed, { ...gpt, name: `${gpt.name} Deluxe` });
      changed.setChats(gpts[20]?.id ?? '', 9_999);
    }
    expect(findAll(again)).toEqual(findAll(loaded));
    expect(findAll(again)).not.toEqual(built);
  });

  it('is ignored when it is damaged, cut, empty, missing or of other code', async () => {
    await reloaded();
    const bytes = await readFile(file);
    expect(await readIndexFile(file, `${version}x`)).toBeUndefined();
    expect(await readIndexFile(join(folder, 'missing'), version)).toBeUndefined();
    const damaged = Buffer.from(bytes);
    damaged[bytes.length >> 1] = (damaged[bytes.length >> 1] ?? 0) ^ 1;
    for (const content of [damaged, bytes.subarray(0, -9), Buffer.alloc(0), Buffer.alloc(500)]) {
      await writeFile(file, content);
      expect(await readIndexFile(file, version)).toBeUndefined();
    }
  });
});
