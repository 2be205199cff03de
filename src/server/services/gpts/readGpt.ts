import { type Visibility, categorySlug, gptLimits, visibilities } from '#domain/gpts.ts';
import { dayOf, isDay } from '#domain/dates.ts';
import { fileSegment } from '#domain/pageFiles.ts';
import { dropOverrides } from '#domain/text.ts';
import { defaultGptModel, findModel } from '#domain/models.ts';
import type { gpt } from '#server/db/schema/gpts.ts';

/** What a source says of a GPT. */
export type ImportedGpt = ReturnType<typeof readGpt>;

/** A field of a foreign row that cannot be taken over, and the rule that it breaks. */
export class RejectedField extends Error {
  readonly field: string;

  constructor(field: string, rule: string) {
    super(`${field} ${rule}`);
    this.name = 'RejectedField';
    this.field = field;
  }
}

/**
 * Reads a GPT from a foreign JSON object. Unknown fields are passed over; what is missing or says `N/A` is unknown,
 * never zero. Texts stay as their author wrote them, but for what PostgreSQL cannot store. `added` are the models that
 * the operator added. Throws `RejectedField`.
 */
export function readGpt(source: unknown, added: ReadonlySet<string> = new Set()) {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) {
    throw new RejectedField('row', 'must be a JSON object');
  }
  const row = source as Record<string, unknown>;
  return {
    id: readId(row),
    name: required(line(row, 'name', gptLimits.name), 'name'),
    description: text(row, 'description', gptLimits.description),
    author: line(row, 'author', gptLimits.author),
    builder: line(row, 'builder', gptLimits.author),
    categories: categories(row),
    tags: unique(labels(row, 'tags')),
    lang: languageTag(row),
    capabilities: unique(labels(row, 'capabilities')),
    welcomeMessage: text(row, 'welcome_message', gptLimits.welcome),
    promptStarters: lines(row, 'prompt_starters', gptLimits.starters, gptLimits.starter),
    instructions: text(row, 'instructions', gptLimits.instructions),
    model: modelOf(row, added),
    gptCreated: day(row, 'created'),
    gptUpdated: day(row, 'updated'),
    url: webAddress(row),
    source: line(row, 'source', 300),
    license: line(row, 'license', 300),
    importedChats: whole(row, 'conversations', Number.MAX_SAFE_INTEGER),
    importedRating: rating(row),
    importedReviews: whole(row, 'reviews', 2_147_483_647),
  } satisfies typeof gpt.$inferInsert;
}

/** The id of a foreign row, as it is written there. Throws `RejectedField`. */
export function readId(row: Readonly<Record<string, unknown>>): string {
  return nameable('id', required(text(row, 'id', gptLimits.id), 'id'));
}

/** Who may see a GPT that is new here; an import never changes it afterwards. Throws `RejectedField`. */
export function readVisibility(row: Readonly<Record<string, unknown>>): Visibility {
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
function line(row: Readonly<Record<string, unknown>>, field: string, most: number): string | null {
  return storable(field, dropOverrides(given(row, field)), most);
}

/** A text that may have several lines. */
function text(row: Readonly<Record<string, unknown>>, field: string, most: number): string | null {
  return storable(field, given(row, field), most);
}

/** Returns the text of a field as it is written there; empty where there is none. */
function given(row: Readonly<Record<string, unknown>>, field: string): string {
  const value = row[field] ?? '';
  if (typeof value !== 'string') throw new RejectedField(field, 'must be a text');
  return value;
}

/** What PostgreSQL can store of a text: no NUL, no half of a surrogate pair; `null` when nothing visible is left. */
function storable(field: string, value: string, most: number): string | null {
  const stored = value.replaceAll('\0', '').toWellFormed();
  if (stored.trim() === '' || stored.trim() === 'N/A') return null;
  if (stored.length <= most) return stored;
  throw new RejectedField(field, `has ${stored.length} characters, at most ${most} are allowed`);
}

/** A list of texts that are shown on one line each, and must not turn the direction of what stands behind them. */
function lines(
  row: Readonly<Record<string, unknown>>,
  field: string,
  count: number,
  most: number,
): string[] {
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

function labels(row: Readonly<Record<string, unknown>>, field: string): string[] {
  return lines(row, field, gptLimits.labels, gptLimits.label).map((label) => label.trim());
}

function categories(row: Readonly<Record<string, unknown>>): string[] {
  const slugs = labels(row, 'categories').map(categorySlug).filter(Boolean);
  return unique(slugs.map((slug) => nameable('categories', slug)));
}

function languageTag(row: Readonly<Record<string, unknown>>): string | null {
  const value = line(row, 'lang', 40);
  if (value === null) return null;
  try {
    return Intl.getCanonicalLocales(value)[0] ?? null;
  } catch {
    throw new RejectedField('lang', 'must be a language tag such as en or zh-Hans');
  }
}

function modelOf(row: Readonly<Record<string, unknown>>, added: ReadonlySet<string>): string {
  const value = line(row, 'model', 100);
  if (value === null) return defaultGptModel;
  if (findModel(value)?.kind === 'text' || added.has(value)) return value;
  throw new RejectedField('model', 'must be a text model of the catalogue');
}

/** The UTC day of an ISO date or of a spelled one (`January 31,2024`). */
function day(row: Readonly<Record<string, unknown>>, field: string): string | null {
  const value = line(row, field, 100);
  if (value === null) return null;
  if (isDay(value.slice(0, 10))) return value.slice(0, 10);
  const spelled = /^([A-Z][a-z]+) (\d{1,2}), ?(\d{4})$/.exec(value.trim());
  const read = new Date(spelled ? `${spelled[1]} ${spelled[2]}, ${spelled[3]} UTC` : Number.NaN);
  // A day that its month does not have would become one of the next month.
  if (read.getUTCDate() === Number(spelled?.[2])) return dayOf(read);
  throw new RejectedField(field, 'must be an existing date such as 2024-01-31');
}

function webAddress(row: Readonly<Record<string, unknown>>): string | null {
  const value = line(row, 'url', 2_000);
  if (value === null || /^https?:\/\//.test(value)) return value;
  throw new RejectedField('url', 'must begin with http:// or https://');
}

function whole(row: Readonly<Record<string, unknown>>, field: string, most: number): number | null {
  const value = row[field];
  if (value === undefined || value === null || value === 'N/A') return null;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most)
    return value;
  throw new RejectedField(field, 'must be a whole number from 0');
}

function rating(row: Readonly<Record<string, unknown>>): number | null {
  const value = row['rating'];
  if (value === undefined || value === null || value === 'N/A' || value === 0) return null;
  if (typeof value === 'number' && value >= 1 && value <= 5) return value;
  throw new RejectedField('rating', 'must be a number from 1 to 5');
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
