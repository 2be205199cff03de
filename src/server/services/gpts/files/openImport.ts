import { peek } from '#server/peek.ts';
import { openCsv } from '#server/services/gpts/files/csvRows.ts';
import { openJson } from '#server/services/gpts/files/jsonRows.ts';
import { inUtf8 } from '#server/services/textFiles/inUtf8.ts';
import { copyOfPipe, openBytes } from '#server/services/textFiles/openBytes.ts';
import type { ImportRow } from '#server/services/gpts/importRows.ts';

/** An open file of GPTs or of histories. One row is in memory at a time. */
export type ImportFile = {
  kind: 'gpts' | 'history';
  rows: AsyncIterable<ImportRow>;
  /** Reads the same rows from the beginning. */
  readAgain: () => Promise<AsyncIterable<ImportRow>>;
  /** Bytes on disk, and how many of them the current pass has read. */
  size: number;
  bytesRead: () => number;
  /** Removes the temporary copy, if any. */
  close: () => Promise<void>;
};

type OpenRows = Pick<ImportFile, 'kind' | 'rows' | 'size' | 'bytesRead'>;

/**
 * Opens a plain or gzipped file of GPTs (JSON Lines, a JSON array, an array within an object, CSV) or of histories
 * (CSV). The format is detected from the first character and, if that is ambiguous, from the name. Throws an `Error`
 * for the operator for other formats.
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

/** Enough for the names of all columns, from which the delimiter is detected, and for the text before a list. */
const headBytes = 262_144;

/** Opens the file at `path`; `file` is its name in messages. */
async function openRows(path: string, file: string): Promise<OpenRows> {
  const { chunks, size, bytesRead } = await openBytes(path, file);
  const [head, bytes] = await peek(chunks, headBytes);
  const rows = openJson(file, head, bytes);
  if (rows) return { kind: 'gpts', rows, size, bytesRead };
  const [tableHead, table] = await inUtf8(head, bytes);
  return { ...(await openCsv(file, tableHead, table)), size, bytesRead };
}
