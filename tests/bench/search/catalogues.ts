import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { readImportedGpt } from '#server/services/gpts/readGpt.ts';
import { readStarterFolder } from '#server/services/gpts/readStarter.ts';

/** The catalogues that the sets are judged for. The real one is next to the project, if it is present. */
export const catalogueNames = ['starter', 'real'] as const;

export type CatalogueName = (typeof catalogueNames)[number];

/** A catalogue as its source gives it, for an import, and as the import reads it. */
export type Catalogue = {
  name: CatalogueName;
  rows: unknown[];
  gpts: ReturnType<typeof readImportedGpt>['row'][];
};

export const realFile = '../shared/data/gpts.jsonl';

/** Reads a catalogue; `undefined` where its file is absent. */
export async function readCatalogue(name: CatalogueName): Promise<Catalogue | undefined> {
  if (name === 'real' && !existsSync(realFile)) return undefined;
  const rows = await (name === 'starter' ? readStarter() : readLines(realFile));
  return { name, rows, gpts: rows.map((row) => readImportedGpt(row, new Set(), {}).row) };
}

async function readStarter(): Promise<unknown[]> {
  const files = await Array.fromAsync(readStarterFolder('src/content/starter'));
  return files.map(({ value }) => value);
}

async function readLines(file: string): Promise<unknown[]> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  return Array.fromAsync(lines, (line): unknown => JSON.parse(line));
}
