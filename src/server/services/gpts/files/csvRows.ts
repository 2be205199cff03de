import { isUtf8 } from 'node:buffer';
import { restoreText } from '#server/services/textFiles/csv.ts';
import { type CsvRecord, readCsv } from '#server/services/textFiles/csvRecords.ts';
import type { Chunks } from '#server/services/textFiles/pieces.ts';
import type { ImportRow } from '#server/services/gpts/importRows.ts';
import { readSourceText } from '#server/services/gpts/sourceFields.ts';

/** The fewest columns of a history, and of a list of GPTs. */
const historyColumns = ['date', 'id', 'conversations'];
const gptColumns = ['id', 'name'];

const delimiters = [',', ';', '\t'];

/**
 * Reads the rows of a CSV file. The column names in its first record show whether it is a history or a list of GPTs.
 * `head` are the first bytes of the file. Throws an `Error` for the operator when it is neither.
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
  const duplicate = columns.find((name, index) => columns.indexOf(name) < index);
  if (duplicate !== undefined) throw new Error(`${file} has two columns ${duplicate}`);
  if (has(historyColumns))
    return { kind: 'history', rows: csvRows(file, records, columns, toText) };
  if (has(gptColumns)) return { kind: 'gpts', rows: csvRows(file, records, columns, toValue) };
  throw new Error(
    `${file} is neither JSON nor a CSV file whose first line names its columns (GPTs: id,name,…; histories: date,rank,id,conversations,rating,reviews)`,
  );
}

/** Returns the delimiter that is most frequent in the first line. Names of columns contain none. */
function delimiterOf(head: Buffer): string {
  const [line = ''] = head.toString('latin1').trimStart().split('\n', 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  return delimiters.reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** Returns the names of columns in one spelling: `Welcome Message` becomes `welcome_message`. */
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

/** No `Object.fromEntries`, which creates an array for each cell: files have millions of them. */
function toObject(
  columns: readonly string[],
  cells: readonly string[],
  read: (column: string, cell: string) => unknown,
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let index = 0;
  for (const column of columns) {
    row[column] = read(column, cells[index] ?? '');
    index += 1;
  }
  return row;
}

function toText(_column: string, cell: string): string {
  return cell;
}

function toValue(column: string, cell: string): unknown {
  return readSourceText(column, restoreText(cell));
}
