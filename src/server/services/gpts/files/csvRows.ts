import { isUtf8 } from 'node:buffer';
import { restoreFormula } from '#server/services/gpts/files/csv.ts';
import { type CsvRecord, readCsv } from '#server/services/gpts/files/csvRecords.ts';
import type { Chunks } from '#server/services/gpts/files/pieces.ts';
import type { ImportRow } from '#server/services/gpts/importRows.ts';
import { readSourceText } from '#server/services/gpts/sourceFields.ts';

/** Columns that a history has at least, and a list of GPTs. */
const historyColumns = ['date', 'id', 'conversations'];
const gptColumns = ['id', 'name'];

const delimiters = [',', ';', '\t'];

/**
 * The rows of a CSV file; its first record names the columns and so what it is. `head` is how it begins. Throws a
 * sentence when it is neither a history nor a list of GPTs.
 */
export async function openCsv(
  file: string,
  head: Buffer,
  chunks: Chunks,
): Promise<{ kind: 'gpts' | 'history'; rows: AsyncIterable<ImportRow> }> {
  const records = readCsv(chunks, delimiterOf(head));
  const first = await records.next();
  const columns = first.done === true ? [] : columnsOf(first.value);
  const has = (needed: readonly string[]) => needed.every((name) => columns.includes(name));
  const twice = columns.find((name, place) => columns.indexOf(name) < place);
  if (twice !== undefined) throw new Error(`${file} has two columns ${twice}`);
  if (has(historyColumns))
    return { kind: 'history', rows: csvRows(file, records, columns, toText) };
  if (has(gptColumns)) return { kind: 'gpts', rows: csvRows(file, records, columns, toValue) };
  throw new Error(
    `${file} is neither JSON nor a CSV file whose first line names its columns (GPTs: id,name,…; histories: date,rank,id,conversations,rating,reviews)`,
  );
}

/** The delimiter that stands most often in the first line: names of columns have none in them. */
function delimiterOf(head: Buffer): string {
  const [line = ''] = head.toString('latin1').trimStart().split('\n', 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  return delimiters.reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** Names of columns are written in many ways: `Welcome Message` is `welcome_message`. */
function columnsOf(header: CsvRecord): string[] {
  if ('problem' in header || !isUtf8(header.bytes)) return [];
  return header.cells.map((cell) => cell.trim().toLowerCase().replaceAll(' ', '_'));
}

async function* csvRows(
  file: string,
  records: AsyncIterable<CsvRecord>,
  columns: readonly string[],
  read: (column: string, cell: string) => unknown,
): AsyncGenerator<ImportRow> {
  for await (const record of records) {
    const { line, bytes } = record;
    const place = `${file}:${line}`;
    const problem = problemOf(record, columns.length);
    if (problem !== undefined) yield { place, line, problem, text: bytes.toString() };
    else if ('cells' in record) {
      yield { place, line, value: toObject(columns, record.cells, read) };
    }
  }
}

function problemOf(record: CsvRecord, columns: number): string | undefined {
  if ('problem' in record) return record.problem;
  if (!isUtf8(record.bytes)) return 'row is not UTF-8 text';
  const { length } = record.cells;
  return length === columns
    ? undefined
    : `row has ${length} cells, the first line names ${columns}`;
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
