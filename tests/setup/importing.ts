import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Database } from '#server/db/connect.ts';
import { openImport } from '#server/services/gpts/files/openImport.ts';
import { historySourceName } from '#server/services/gpts/history/historySources.ts';
import { type FileOptions, importFile as importOpened } from '#server/services/gpts/importFile.ts';
import type { Rejection } from '#server/services/gpts/importRows.ts';

/** The last day that imported histories can be about. */
export const importDay = '2026-06-30';

export type TestFolder = {
  path: (name: string) => string;
  /** Writes a file, gzipped for a name with that ending, and returns its path. */
  write: (name: string, content: string | Buffer) => Promise<string>;
  remove: () => Promise<void>;
};

export async function makeTestFolder(): Promise<TestFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-import-'));
  const path = (name: string) => join(folder, name);
  return {
    path,
    write: async (name, content) => {
      await writeFile(path(name), name.endsWith('.gz') ? gzipSync(content) : content);
      return path(name);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Imports a file as the operator's command does. Returns the results of its rows. */
export async function importFile(
  database: Database,
  file: string,
  { source, ...options }: Partial<FileOptions> = {},
) {
  const opened = await openImport(file);
  const { rejections, repetitions, omissions, unknownFields, derived, ...counts } =
    await importOpened(database, opened, {
      source: opened.kind === 'history' ? historySourceName(source, file) : '',
      today: importDay,
      ...options,
    });
  const reasonsOf = (rows: readonly Rejection[]) =>
    rows.map(({ place, reason }) => `${place.split(':').at(-1)}: ${reason}`);
  return {
    kind: opened.kind,
    ...counts,
    ...derived,
    reasons: reasonsOf(rejections),
    repetitions: reasonsOf(repetitions),
    omissions: reasonsOf(omissions),
    unknownFields: reasonsOf(unknownFields),
  };
}
