import { isUtf8 } from 'node:buffer';
import { readCells, restoreFormula } from '#server/services/gpts/files/csv.ts';
import type { Piece } from '#server/services/gpts/files/pieces.ts';
import type { ImportRow } from '#server/services/gpts/importRows.ts';
import { readSourceText } from '#server/services/gpts/sourceFields.ts';

/** Columns that a history has at least, and a list of GPTs. */
const historyColumns = ['date', 'id', 'conversations'];
const gptColumns = ['id', 'name'];

/**
 * The rows of a CSV file; its first record names the columns and so what it is. Throws a sentence when it is neither a
 * history nor a list of GPTs.
 */
export async function openCsv(
  file: string,
  pieces: AsyncGenerator<Piece>,
): Promise<{ kind: 'gpts' | 'history'; rows: AsyncIterable<ImportRow> }> {
  const first = await pieces.next();
  const columns = first.done === true ? [] : columnsOf(first.value);
  const has = (needed: readonly string[]) => needed.every((name) => columns.includes(name));
  const twice = columns.find((name, place) => columns.indexOf(name) < place);
  if (twice !== undefined) throw new Error(`${file} has two columns ${twice}`);
  if (has(historyColumns)) return { kind: 'history', rows: csvRows(file, pieces, columns, toText) };
  if (has(gptColumns)) return { kind: 'gpts', rows: csvRows(file, pieces, columns, toValue) };
  throw new Error(
    `${file} is neither JSON nor a CSV file whose first line names its columns (GPTs: id,name,…; histories: date,rank,id,conversations,rating,reviews)`,
  );
}

/** Names of columns are written in many ways: `Welcome Message` is `welcome_message`. */
function columnsOf(header: Piece): string[] {
  if ('problem' in header || !isUtf8(header.bytes)) return [];
  return readCells(header.bytes.toString()).map((cell) =>
    cell.trim().toLowerCase().replaceAll(' ', '_'),
  );
}

async function* csvRows(
  file: string,
  pieces: AsyncIterable<Piece>,
  columns: readonly string[],
  read: (column: string, cell: string) => unknown,
): AsyncGenerator<ImportRow> {
  for await (const piece of pieces) {
    const place = `${file}:${piece.line}`;
    if ('problem' in piece) {
      yield { place, problem: piece.problem };
      continue;
    }
    if (!isUtf8(piece.bytes)) {
      yield { place, problem: 'row is not UTF-8 text' };
      continue;
    }
    const cells = readCells(piece.bytes.toString());
    if (cells.length === columns.length) {
      yield { place, value: toObject(columns, cells, read) };
    } else {
      const problem = `row has ${cells.length} cells, the first line names ${columns.length}`;
      yield { place, problem };
    }
  }
}

/** Without `Object.fromEntries`, which makes a list for each cell: files have millions of them. */
function toObject(
  columns: readonly string[],
  cells: readonly string[],
  read: (column: string, cell: string) => unknown,
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let place = 0;
  for (const column of columns) {
    row[column] = read(column, cells[place] ?? '');
    place += 1;
  }
  return row;
}

function toText(_column: string, cell: string): string {
  return cell;
}

function toValue(column: string, cell: string): unknown {
  return readSourceText(column, restoreFormula(cell));
}
