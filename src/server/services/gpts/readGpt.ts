import { type Visibility, categorySlug, gptLimits, visibilities } from '#domain/gpts.ts';
import { dayOf, isDay } from '#domain/dates.ts';
import { fileSegment } from '#domain/pageFiles.ts';
import { dropOverrides } from '#domain/text.ts';
import { defaultGptModel, findModel } from '#domain/models.ts';
import type { gpt } from '#server/db/schema/gpts.ts';
import type { DateFormat } from '#server/services/gpts/dateFormat.ts';
import { readCount } from '#server/services/gpts/readCount.ts';
import type { ReadOptions } from '#server/services/gpts/readOptions.ts';
import { FieldProblems, type ReadRow, RejectedField } from '#server/services/gpts/rejectedField.ts';

/** A GPT as its source describes it. */
export type ImportedGpt = ReturnType<typeof readGpt>;

type SourceObject = Readonly<Record<string, unknown>>;

/** Fields without which, or with a wrong one, a row cannot be taken over: a wrong visibility could make a GPT public. */
const essential: ReadonlySet<string> = new Set(['id', 'name', 'visibility']);

/**
 * Reads a GPT from a foreign JSON object. Unknown fields are passed over; what is missing or says `N/A` is unknown,
 * never zero. Texts stay as their author wrote them, but for what PostgreSQL cannot store. `added` are the models that
 * the operator added. Throws `RejectedField`.
 */
export function readGpt(source: unknown, added: ReadonlySet<string> = new Set()) {
  const problems = new FieldProblems();
  const gpt = readFields(sourceObject(source), problems, added);
  const [first] = problems.found;
  if (first) throw first;
  return gpt;
}

/**
 * Reads a row of an import by the rules of `readGpt`, and who may see the GPT where it is new. Bad optional fields are
 * dropped, as if the row did not have them. Throws `RejectedField` and `RejectedRow`.
 */
export function readImportedGpt(
  source: unknown,
  added: ReadonlySet<string>,
  { dates, isStrict = false }: ReadOptions,
): ReadRow<ImportedGpt & { visibility: Visibility }> {
  const object = sourceObject(source);
  const problems = new FieldProblems();
  const row = {
    ...readFields(object, problems, added, dates),
    visibility: problems.read<Visibility>('private', () => readVisibility(object)),
  };
  return problems.finish(row, essential, isStrict);
}

function sourceObject(source: unknown): SourceObject {
  if (typeof source === 'object' && source !== null && !Array.isArray(source)) {
    return source as SourceObject;
  }
  throw new RejectedField('row', 'must be a JSON object');
}

function readFields(
  row: SourceObject,
  problems: FieldProblems,
  added: ReadonlySet<string>,
  dates?: DateFormat,
) {
  const list = (read: () => string[]) => problems.read([], read);
  const known = <Value>(read: () => Value | null) => problems.read(null, read);
  return {
    id: problems.read('', () => readId(row)),
    name: problems.read('', () => required(line(row, 'name', gptLimits.name), 'name')),
    description: known(() => text(row, 'description', gptLimits.description)),
    author: known(() => line(row, 'author', gptLimits.author)),
    builder: known(() => line(row, 'builder', gptLimits.author)),
    categories: list(() => categories(row)),
    tags: list(() => unique(labels(row, 'tags'))),
    lang: known(() => languageTag(row)),
    capabilities: list(() => unique(labels(row, 'capabilities'))),
    welcomeMessage: known(() => text(row, 'welcome_message', gptLimits.welcome)),
    promptStarters: list(() =>
      lines(row, 'prompt_starters', gptLimits.starters, gptLimits.starter),
    ),
    instructions: known(() => text(row, 'instructions', gptLimits.instructions)),
    model: problems.read(defaultGptModel, () => modelOf(row, added)),
    gptCreated: known(() => day(row, 'created', dates)),
    gptUpdated: known(() => day(row, 'updated', dates)),
    url: known(() => webAddress(row)),
    source: known(() => line(row, 'source', 300)),
    license: known(() => line(row, 'license', 300)),
    importedChats: known(() => whole(row, 'conversations', Number.MAX_SAFE_INTEGER)),
    importedRating: known(() => rating(row)),
    importedReviews: known(() => whole(row, 'reviews', 2_147_483_647)),
  } satisfies typeof gpt.$inferInsert;
}

/** The id of a foreign row, as it is written there. Throws `RejectedField`. */
export function readId(row: SourceObject): string {
  return nameable('id', required(text(row, 'id', gptLimits.id), 'id'));
}

/** Who may see a GPT that is new here; an import never changes it afterwards. Throws `RejectedField`. */
function readVisibility(row: SourceObject): Visibility {
  const value = line(row, 'visibility', 100) ?? 'public';
  const known = visibilities.find((visibility) => visibility === value);
  if (known) return known;
  throw new RejectedField('visibility', `must be ${visibilities.join(', ')}`);
}

/** Most bytes that a UTF-16 unit takes in the name of a file: three of UTF-8, each as three characters. */
const encodedAtMost = 9;

/** A value that can be a segment of an address and the name of a file. */
function nameable(field: string, value: string): string {
  if (value === '.' || value === '..') throw new RejectedField(field, 'must not be . or ..');
  if (value.length * encodedAtMost <= gptLimits.encodedBytes) return value;
  const bytes = fileSegment(value).length;
  if (bytes <= gptLimits.encodedBytes) return value;
  throw new RejectedField(
    field,
    `has ${bytes} bytes when encoded for an address, at most ${gptLimits.encodedBytes} are allowed`,
  );
}

function required(value: string | null, field: string): string {
  if (value === null) throw new RejectedField(field, 'is missing');
  return value;
}

/** A text of one line, which must not turn the direction of what stands behind it. */
function line(row: SourceObject, field: string, most: number): string | null {
  return storable(field, dropOverrides(given(row, field)), most);
}

/** A text that may have several lines. */
function text(row: SourceObject, field: string, most: number): string | null {
  return storable(field, given(row, field), most);
}

/** Returns the text of a field as it is written there; empty where there is none. */
function given(row: SourceObject, field: string): string {
  const value = row[field] ?? '';
  if (typeof value !== 'string') throw new RejectedField(field, 'must be a text');
  return value;
}

/**
 * Returns the text as PostgreSQL can store it: no NUL, no half of a surrogate pair; `null` when nothing visible is
 * left.
 */
function storable(field: string, value: string, most: number): string | null {
  const stored = value.replaceAll('\0', '').toWellFormed();
  if (stored.trim() === '' || stored.trim() === 'N/A') return null;
  if (stored.length <= most) return stored;
  throw new RejectedField(field, `has ${stored.length} characters, at most ${most} are allowed`);
}

/** A list of texts that are shown on one line each, and must not turn the direction of what stands behind them. */
function lines(row: SourceObject, field: string, count: number, most: number): string[] {
  const value = row[field];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new RejectedField(field, 'must be a list of texts');
  if (value.length > count) {
    throw new RejectedField(field, `has ${value.length} items, at most ${count} are allowed`);
  }
  return value.flatMap((item: unknown) => {
    if (typeof item !== 'string') throw new RejectedField(field, 'must be a list of texts');
    return storable(field, dropOverrides(item), most) ?? [];
  });
}

function labels(row: SourceObject, field: string): string[] {
  return lines(row, field, gptLimits.labels, gptLimits.label).map((label) => label.trim());
}

function categories(row: SourceObject): string[] {
  const slugs = labels(row, 'categories').map(categorySlug).filter(Boolean);
  return unique(slugs.map((slug) => nameable('categories', slug)));
}

function languageTag(row: SourceObject): string | null {
  const value = line(row, 'lang', 40);
  if (value === null) return null;
  try {
    return Intl.getCanonicalLocales(value)[0] ?? null;
  } catch {
    throw new RejectedField('lang', 'must be a language tag such as en or zh-Hans');
  }
}

function modelOf(row: SourceObject, added: ReadonlySet<string>): string {
  const value = line(row, 'model', 100);
  if (value === null) return defaultGptModel;
  if (findModel(value)?.kind === 'text' || added.has(value)) return value;
  throw new RejectedField('model', 'must be a text model of the catalogue');
}

/** The UTC day of an ISO date or of a spelled one (`January 31,2024`). */
function day(row: SourceObject, field: string, dates?: DateFormat): string | null {
  const value = line(row, field, 100);
  if (value === null) return null;
  if (dates) return dates.read(value) ?? wrongDate(field, dates);
  if (isDay(value.slice(0, 10))) return value.slice(0, 10);
  const spelled = /^([A-Z][a-z]+) (\d{1,2}), ?(\d{4})$/.exec(value.trim());
  const read = new Date(spelled ? `${spelled[1]} ${spelled[2]}, ${spelled[3]} UTC` : Number.NaN);
  // A day that its month does not have would become one of the next month.
  if (read.getUTCDate() === Number(spelled?.[2])) return dayOf(read);
  throw new RejectedField(field, 'must be an existing date such as 2024-01-31');
}

function wrongDate(field: string, { name }: DateFormat): never {
  throw new RejectedField(field, `must be an existing date, written as ${name}`);
}

function webAddress(row: SourceObject): string | null {
  const value = line(row, 'url', 2_000);
  if (value === null || /^https?:\/\//.test(value)) return value;
  throw new RejectedField('url', 'must begin with http:// or https://');
}

function whole(row: SourceObject, field: string, most: number): number | null {
  const value = row[field];
  if (value === undefined || value === null || value === 'N/A' || value === '') return null;
  const count = typeof value === 'string' ? readCount(value) : value;
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= most)
    return count;
  throw new RejectedField(field, 'must be a whole number from 0');
}

function rating(row: SourceObject): number | null {
  const value = row['rating'];
  if (value === undefined || value === null || value === 'N/A' || value === 0) return null;
  if (typeof value === 'number' && value >= 1 && value <= 5) return value;
  throw new RejectedField('rating', 'must be a number from 1 to 5');
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
