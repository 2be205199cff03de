import { openCsv } from '#server/services/gpts/files/csvRows.ts';
import { openJson } from '#server/services/gpts/files/jsonRows.ts';
import { copyOfPipe, openBytes, peek } from '#server/services/gpts/files/openBytes.ts';
import type { ImportRow } from '#server/services/gpts/importRows.ts';

/** A file that is ready to be imported: rows of GPTs, or of histories. One row is in memory at a time. */
export type ImportFile = {
  kind: 'gpts' | 'history';
  rows: AsyncIterable<ImportRow>;
  /** Reads the same rows from the beginning. */
  readAgain: () => Promise<AsyncIterable<ImportRow>>;
  /** Bytes on disk, and how many of them the present pass has read. */
  size: number;
  bytesRead: () => number;
  /** Forgets the copy of what was no plain file. */
  close: () => Promise<void>;
};

type OpenRows = Pick<ImportFile, 'kind' | 'rows' | 'size' | 'bytesRead'>;

/**
 * Opens a file of GPTs (JSON Lines, a JSON array, one within an object, CSV) or of histories (CSV), plain or gzipped; what it is is seen from
 * its first character and, where this does not tell, from its name. Throws a sentence when it is none of these.
 */
export async function openImport(file: string): Promise<ImportFile> {
  const copy = await copyOfPipe(file);
  let current: OpenRows = await openRows(copy?.path ?? file, file);
  return {
    kind: current.kind,
    rows: current.rows,
    size: current.size,
    readAgain: async () => {
      current = await openRows(copy?.path ?? file, file);
      return current.rows;
    },
    bytesRead: () => current.bytesRead(),
    close: async () => copy?.remove(),
  };
}

/** The rows of the file at `path`, which is called `file`. */
async function openRows(path: string, file: string): Promise<OpenRows> {
  const { chunks, size, bytesRead } = await openBytes(path, file);
  const [head, bytes] = await peek(chunks);
  const rows = openJson(file, head, bytes);
  if (rows) return { kind: 'gpts', rows, size, bytesRead };
  return { ...(await openCsv(file, head, bytes)), size, bytesRead };
}
