import { isUtf8 } from 'node:buffer';
import { openCsv } from '#server/services/gpts/files/csvRows.ts';
import { splitCsv } from '#server/services/gpts/files/csv.ts';
import { splitJsonArray } from '#server/services/gpts/files/jsonArray.ts';
import { copyOfPipe, openBytes, peek } from '#server/services/gpts/files/openBytes.ts';
import { type Piece, splitLines } from '#server/services/gpts/files/pieces.ts';
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
 * Opens a file of GPTs (JSON Lines, a JSON array, CSV) or of histories (CSV), plain or gzipped; what it is is seen from
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
  const [first] = head.toString('latin1').trimStart();
  if (first === '[') {
    return { kind: 'gpts', rows: jsonRows(file, splitJsonArray(bytes)), size, bytesRead };
  }
  if (first === '{' || /\.(jsonl|ndjson|json)(\.gz)?$/i.test(file)) {
    return { kind: 'gpts', rows: jsonRows(file, splitLines(bytes)), size, bytesRead };
  }
  const csv = await openCsv(file, splitCsv(bytes));
  return { ...csv, size, bytesRead };
}

/** Lines without anything are no rows; a cut piece that is no JSON is one without a value. */
async function* jsonRows(file: string, pieces: AsyncIterable<Piece>): AsyncGenerator<ImportRow> {
  for await (const piece of pieces) {
    const place = `${file}:${piece.line}`;
    if ('problem' in piece) yield { place, problem: piece.problem };
    else if (!isUtf8(piece.bytes)) yield { place, problem: 'row is not UTF-8 text' };
    else {
      const text = piece.bytes.toString();
      if (text.trim() !== '') yield { place, value: parseJson(text) };
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
