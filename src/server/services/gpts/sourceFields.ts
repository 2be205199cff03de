import type { Example } from '#domain/gpts/examples.ts';
import { gptLimits } from '#domain/gpts/gpts.ts';
import { defaultGptModel } from '#domain/models/models.ts';
import type { gpt } from '#server/db/schema/gpts.ts';
import {
  type FieldOptions,
  type FieldReader,
  line,
  lines,
  readCategories,
  readDay,
  readId,
  readLabels,
  readLanguageTag,
  readModel,
  readName,
  readRating,
  readWebAddress,
  text,
  whole,
} from '#server/services/gpts/fieldReaders.ts';
import { parseDecimal, parseJsonList, parseList } from '#server/services/gpts/files/cellTexts.ts';
import { readCount } from '#server/services/gpts/readCount.ts';
import { type FieldProblems, RejectedField } from '#server/services/gpts/rejectedField.ts';

type GptRow = typeof gpt.$inferSelect;

/** The column of a field, and how its values are read. */
type SourceField<Column extends keyof GptRow, Value> = {
  column: Column;
  read: FieldReader<Value>;
  /** The stored value if the field is bad and its row is imported nevertheless. */
  fallback: Value;
  /** Parses a CSV cell to the value that JSON would have; returns `undefined` for other texts. */
  parseCell?: (text: string) => unknown;
};

/**
 * The fields of a GPT by their names in files, in the order of exported columns. Import, export and the operator's edit
 * use this table. It does not contain `examples`, which are rows of their own, and `visibility`, which is only read for
 * new GPTs.
 */
const fields = {
  id: { column: 'id', read: readId, fallback: '' },
  name: { column: 'name', read: readName, fallback: '' },
  description: optional('description', text(gptLimits.description)),
  author: optional('author', line(gptLimits.author)),
  builder: optional('builder', line(gptLimits.author)),
  categories: list('categories', readCategories),
  tags: list('tags', readLabels),
  lang: optional('lang', readLanguageTag),
  capabilities: list('capabilities', readLabels),
  welcome_message: optional('welcomeMessage', text(gptLimits.welcome)),
  prompt_starters: list('promptStarters', lines(gptLimits.starters, gptLimits.starter)),
  instructions: optional('instructions', text(gptLimits.instructions)),
  model: { column: 'model', read: readModel, fallback: defaultGptModel },
  created: optional('gptCreated', readDay),
  updated: optional('gptUpdated', readDay),
  url: optional('url', readWebAddress),
  source: optional('source', line(300)),
  license: optional('license', line(300)),
  conversations: count('importedChats', Number.MAX_SAFE_INTEGER),
  rating: { ...optional('importedRating', readRating), parseCell: parseDecimal },
  reviews: count('importedReviews', 2_147_483_647),
} as const;

function optional<Column extends keyof GptRow, Value>(
  column: Column,
  read: FieldReader<Value | null>,
): SourceField<Column, Value | null> {
  return { column, read, fallback: null };
}

function list<Column extends keyof GptRow>(
  column: Column,
  read: FieldReader<string[]>,
): SourceField<Column, string[]> {
  return { column, read, fallback: [], parseCell: parseList };
}

function count<Column extends keyof GptRow>(
  column: Column,
  most: number,
): SourceField<Column, number | null> {
  return { ...optional(column, whole(most)), parseCell: readCount };
}

type Fields = typeof fields;

/** A GPT from a source, by columns. */
export type ImportedGpt = {
  [Name in keyof Fields as Fields[Name]['column']]: ReturnType<Fields[Name]['read']>;
};

export type SourceFieldName = keyof Fields | 'examples' | 'visibility';

export const sourceFieldNames = [
  ...Object.keys(fields),
  'examples',
  'visibility',
] as SourceFieldName[];

/** The names that a row of a file may have. */
export const knownSourceFields: ReadonlySet<string> = new Set(sourceFieldNames);

/** Returns the columns of some fields. */
export function pickColumns(gpt: ImportedGpt, names: readonly string[]): Partial<ImportedGpt> {
  const columns = Object.entries(fields).flatMap(([name, { column }]) =>
    names.includes(name) ? [[column, gpt[column]] as const] : [],
  );
  return Object.fromEntries(columns);
}

/** A GPT as a row of a file. An import of the row stores the same GPT. */
export type SourceRow = Record<
  Exclude<SourceFieldName, 'examples'>,
  string | number | readonly string[] | null
> & { examples: readonly Partial<Example>[] };

/** Reads the fields of an imported row. Bad fields get their fallback and are added to `problems`. */
export function readFields(
  row: Readonly<Record<string, unknown>>,
  problems: FieldProblems,
  options: FieldOptions,
): ImportedGpt {
  const columns: Record<string, unknown> = {};
  for (const [name, { column, read, fallback }] of Object.entries(fields)) {
    columns[column] = problems.read<unknown>(fallback, () => read(row[name], name, options));
  }
  const gpt = columns as ImportedGpt;
  const { gptCreated, gptUpdated } = gpt;
  const isOlder = gptCreated !== null && gptUpdated !== null && gptUpdated < gptCreated;
  if (!isOlder) return gpt;
  problems.found.push(new RejectedField('updated', `must not be before created (${gptCreated})`));
  return { ...gpt, gptUpdated: fields.updated.fallback };
}

/** Returns a row of a file from which an import would store this GPT, without its examples. */
export function toSourceRow(row: GptRow): SourceRow {
  const values = Object.entries(fields).map(([name, { column }]) => [name, row[column]] as const);
  const others = { examples: [], visibility: row.visibility };
  return { ...Object.fromEntries(values), ...others } as unknown as SourceRow;
}

/** Returns an example as an item of the field `examples`. */
export function toSourceExample({
  question,
  answer,
  source,
  model,
  date,
  lang,
}: Example): Partial<Example> {
  const by = source === 'sampled' && { source, model };
  return { question, answer, date, ...by, ...(lang !== null && { lang }) };
}

const cellParsers = new Map<string, (text: string) => unknown>([
  ...Object.entries(fields).flatMap(([name, field]) =>
    'parseCell' in field && field.parseCell ? [[name, field.parseCell] as const] : [],
  ),
  ['examples', parseJsonList],
]);

/** Parses a field: a number, a list (JSON, or separated by `|`), or the text itself. Empty is unknown. */
export function readSourceText(field: string, cell: string): unknown {
  if (cell === '') return null;
  return cellParsers.get(field)?.(cell) ?? cell;
}

/** Returns the text that `readSourceText` reads as `value`. */
export function writeSourceText(value: SourceRow[SourceFieldName]): string {
  if (value === null) return '';
  if (typeof value === 'object') return value.length === 0 ? '' : JSON.stringify(value);
  return String(value);
}
