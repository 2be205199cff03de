import {
  type JudgedQuery,
  type QuerySet,
  readJudgedQueries,
} from '../../fixtures/search/readJudgedQueries.ts';
import { type Catalogue, type CatalogueName, readCatalogue } from './catalogues.ts';
import { makeConceptSearch } from './conceptSearch.ts';
import { type BenchDatabases, startDatabases } from './database.ts';
import type { EngineName, MakeSearch, Search } from './engine.ts';
import { type QueryResult, askAll } from './measure.ts';
import { makeMiniSearch } from './miniSearch.ts';
import { namedQueries } from './namedQueries.ts';
import { makePostgresSearch } from './postgresSearch.ts';

export type BenchInput = {
  set: QuerySet;
  engines: readonly EngineName[];
  catalogues: readonly CatalogueName[];
  /** The folder with the editors' words. */
  wordsFolder: string;
  progress: (line: string) => void;
};

/** The results of all engines in one catalogue. */
export type CatalogueReport = {
  catalogue: CatalogueName;
  names: ReadonlyMap<string, string>;
  engines: EngineReport[];
};

export type EngineReport = {
  engine: EngineName;
  results: QueryResult[];
  /** The ids found for each of `namedQueries`, in their order. */
  named: string[][];
};

/** Asks every engine all queries of a set in each catalogue that is there. */
export async function runBench(input: BenchInput): Promise<CatalogueReport[]> {
  const queries = await readJudgedQueries(input.set);
  const databases = input.engines.some(needsDatabase) ? await startDatabases() : undefined;
  try {
    const reports: CatalogueReport[] = [];
    for (const name of input.catalogues) {
      const catalogue = await readCatalogue(name);
      if (catalogue) reports.push(await runCatalogue(catalogue, queries, databases, input));
    }
    return reports;
  } finally {
    await databases?.close();
  }
}

async function runCatalogue(
  catalogue: Catalogue,
  queries: readonly JudgedQuery[],
  databases: BenchDatabases | undefined,
  { engines, wordsFolder, progress }: BenchInput,
): Promise<CatalogueReport> {
  const makers = makersOf(databases, wordsFolder);
  const reports: EngineReport[] = [];
  for (const engine of engines) {
    progress(`Asking ${engine} in the ${catalogue.name} catalogue (${catalogue.gpts.length} GPTs)`);
    const search = await makers[engine](catalogue);
    const results = await askAll(search, queries, catalogue.name);
    reports.push({ engine, results, named: await askNamed(search) });
  }
  const names = new Map(catalogue.gpts.map(({ id, name }) => [id, name]));
  return { catalogue: catalogue.name, names, engines: reports };
}

async function askNamed(search: Search): Promise<string[][]> {
  const found: string[][] = [];
  for (const { query, locale } of namedQueries) found.push(await search(query, locale));
  return found;
}

function needsDatabase(engine: EngineName): boolean {
  return engine === 'postgres';
}

function makersOf(
  databases: BenchDatabases | undefined,
  wordsFolder: string,
): Record<EngineName, MakeSearch> {
  const database = (engine: EngineName, { name }: Catalogue) => {
    if (!databases) throw new Error(`The engine ${engine} needs a database`);
    return databases.create(`${engine}_${name}`);
  };
  return {
    postgres: async (catalogue) =>
      makePostgresSearch(catalogue, await database('postgres', catalogue)),
    minisearch: makeMiniSearch,
    concepts: (catalogue) => makeConceptSearch(catalogue, wordsFolder),
  };
}
