import { type Visibility, categorySlug, gptLimits, visibilities } from '#domain/gpts/gpts.ts';
import type { Day } from '#domain/dates.ts';
import { fileSegment } from '#domain/site/pageFiles.ts';
import { dropOverrides, hasVisible } from '#domain/texts/text.ts';
import { defaultGptModel, findModel } from '#domain/models/models.ts';
import { type DateFormat, readDate } from '#server/services/gpts/dateFormat.ts';
import { readCount } from '#server/services/gpts/readCount.ts';
import { RejectedField } from '#server/services/gpts/rejectedField.ts';

/**
 * Checks a field of an imported row and returns the value to store. Missing values and `N/A` are unknown, never zero.
 * Throws `RejectedField`.
 */
export type FieldReader<Value> = (value: unknown, field: string, options: FieldOptions) => Value;

/** A reader that needs no options. */
type PlainReader<Value> = (value: unknown, field: string) => Value;

export type FieldOptions = {
  /** Ids of the models that the operator added. */
  added: ReadonlySet<string>;
  /** The format of dates. Default: ISO and spelled dates. */
  dates?: DateFormat | undefined;
  /** The last valid day of a date. Default: any. */
  today?: Day | undefined;
};

/** Reads a text of one line, without characters that change the direction of the text after it. */
export function line(most: number): PlainReader<string | null> {
  return (value, field) => storable(field, dropOverrides(given(value, field)), most);
}

/** Reads a text that may have several lines. */
export function text(most: number): PlainReader<string | null> {
  return (value, field) => storable(field, given(value, field), most);
}

/** Reads a list of texts of one line, like `line`. */
export function lines(count: number, most: number): PlainReader<string[]> {
  return (value, field) => {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw new RejectedField(field, 'must be a list of texts');
    if (value.length > count) {
      throw new RejectedField(field, `has ${value.length} items, at most ${count} are allowed`);
    }
    return value.flatMap((item: unknown) => {
      if (typeof item !== 'string') throw new RejectedField(field, 'must be a list of texts');
      return hasVisible(item) ? (storable(field, dropOverrides(item), most) ?? []) : [];
    });
  };
}

/** Reads a whole number from 0 to `most`. */
export function whole(most: number): PlainReader<number | null> {
  return (value, field) => {
    if (value === undefined || value === null || value === 'N/A' || value === '') return null;
    const count = typeof value === 'string' ? readCount(value) : value;
    if (typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= most)
      return count;
    throw new RejectedField(field, 'must be a whole number from 0');
  };
}

const readIdText = text(gptLimits.id);
const readNameText = line(gptLimits.name);
const readLanguageText = line(40);
const readShortText = line(100);
const readAddress = line(2_000);
const readLabelTexts = lines(gptLimits.labels, gptLimits.label);

/** Reads the id of a row, as it is written there. */
export function readId(value: unknown, field: string): string {
  if (typeof value === 'string') refuseControls(value, field);
  const id = required(readIdText(value, field), field, value);
  if (id !== id.trim()) throw new RejectedField(field, 'must not begin or end with a space');
  // Two ids could look the same. Emoji consist of several characters, some of them invisible.
  const isHidden = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u.test(
    id.replace(/\p{RGI_Emoji}/gv, ''),
  );
  if (isHidden) throw new RejectedField(field, 'must not have invisible characters');
  return nameable(field, id);
}

export function readName(value: unknown, field: string): string {
  return required(readNameText(value, field), field, value);
}

/** Reads tags or capabilities without duplicates. */
export function readLabels(value: unknown, field: string): string[] {
  return unique(readLabelTexts(value, field).map((label) => label.trim()));
}

export function readCategories(value: unknown, field: string): string[] {
  const slugs = readLabels(value, field).map(categorySlug).filter(Boolean);
  return unique(slugs.map((slug) => nameable(field, slug)));
}

/** Reads a BCP 47 tag. */
export function readLanguageTag(value: unknown, field: string): string | null {
  const tag = readLanguageText(value, field);
  if (tag === null) return null;
  try {
    const locale = new Intl.Locale(tag);
    if (isNamed(locale)) return locale.toString();
  } catch {
    // The tag is malformed.
  }
  throw new RejectedField(field, 'must be a known language tag such as en or zh-Hans');
}

const namesOf = (type: 'language' | 'script' | 'region') =>
  new Intl.DisplayNames('en', { type, fallback: 'none' });
const names = {
  language: namesOf('language'),
  script: namesOf('script'),
  region: namesOf('region'),
};

/** Codes with the names “Unknown Region” and “Unknown Script”. */
const placeholders: ReadonlySet<string> = new Set(['ZZ', 'Zzzz']);

/** Whether language, script and region of a tag exist. Any well-formed tag could be stored otherwise, `xx` too. */
function isNamed({ language, script, region }: Intl.Locale): boolean {
  const isKnown = (kind: keyof typeof names, code: string | undefined) =>
    code === undefined || (!placeholders.has(code) && names[kind].of(code) !== undefined);
  return isKnown('language', language) && isKnown('script', script) && isKnown('region', region);
}

export function readModel(value: unknown, field: string, { added }: FieldOptions): string {
  const model = readShortText(value, field);
  if (model === null) return defaultGptModel;
  if (findModel(model)?.kind === 'text' || added.has(model)) return model;
  throw new RejectedField(field, 'must be a text model of the catalogue');
}

/** The first day on which a GPT can have been created: none is older than the models that answer for it. */
const firstGptDay: Day = '2015-01-01';

/** Reads the UTC day of an ISO date or of a spelled one (`January 31,2024`). */
export function readDay(value: unknown, field: string, options: FieldOptions): string | null {
  const date = readShortText(value, field);
  return date === null ? null : checkedDay(date, field, { ...options, first: firstGptDay });
}

/** Reads a day that is not before `first` and not after `today`. Throws `RejectedField`. */
export function checkedDay(
  written: string,
  field: string,
  { dates, first, today }: Pick<FieldOptions, 'dates' | 'today'> & { first: Day },
): Day {
  const read = readDate(written, dates);
  if ('rule' in read) throw new RejectedField(field, read.rule);
  const { day } = read;
  if (day >= first && (today === undefined || day <= today)) return day;
  const span = today === undefined ? `from ${first} on` : `from ${first} to ${today}`;
  throw new RejectedField(field, `must be a day ${span}`);
}

export function readWebAddress(value: unknown, field: string): string | null {
  const address = readAddress(value, field);
  if (address === null) return null;
  if (!/^https?:\/\//.test(address)) {
    throw new RejectedField(field, 'must begin with http:// or https://');
  }
  const parsed = URL.parse(address);
  if (parsed === null) throw new RejectedField(field, 'must be a web address');
  if (parsed.username === '' && parsed.password === '') return address;
  // It would be published with the page.
  throw new RejectedField(field, 'must not have a user name or password');
}

export function readRating(value: unknown, field: string): number | null {
  if (value === undefined || value === null || value === 'N/A' || value === 0) return null;
  if (typeof value === 'number' && value >= 1 && value <= 5) return value;
  throw new RejectedField(field, 'must be a number from 1 to 5');
}

/** Reads the visibility of a new GPT; an import never changes it later. */
export function readVisibility(value: unknown, field: string): Visibility {
  const name = readShortText(value, field) ?? 'public';
  const known = visibilities.find((visibility) => visibility === name);
  if (known) return known;
  throw new RejectedField(field, `must be ${visibilities.join(', ')}`);
}

/** Most bytes of a UTF-16 code unit in a file name: three bytes of UTF-8, each percent-encoded as three characters. */
const encodedAtMost = 9;

/** Returns the value if it can be a segment of an address and a file name. */
function nameable(field: string, value: string): string {
  if (value === '.' || value === '..') throw new RejectedField(field, 'must not be . or ..');
  refuseControls(value, field);
  if (value.length * encodedAtMost <= gptLimits.encodedBytes) return value;
  const bytes = fileSegment(value).length;
  if (bytes <= gptLimits.encodedBytes) return value;
  throw new RejectedField(
    field,
    `has ${bytes} bytes when encoded for an address, at most ${gptLimits.encodedBytes} are allowed`,
  );
}

/** Refuses control characters, which change what a terminal and a log show. */
function refuseControls(value: string, field: string): void {
  if (/\p{Cc}/u.test(value)) throw new RejectedField(field, 'must not have control characters');
}

function required(value: string | null, field: string, written: unknown): string {
  if (value !== null) return value;
  const isHidden = typeof written === 'string' && written !== '' && !hasVisible(written);
  throw new RejectedField(field, isHidden ? 'has no visible characters' : 'is missing');
}

/** Returns the text of a field; empty if it is missing. */
function given(value: unknown, field: string): string {
  const written = value ?? '';
  if (typeof written !== 'string') throw new RejectedField(field, 'must be a text');
  return written;
}

/**
 * Returns the text without characters that PostgreSQL cannot store; `null` if it is empty. Throws `RejectedField` if it only
 * has characters that cannot be seen.
 */
function storable(field: string, value: string, most: number): string | null {
  const stored = value.replaceAll('\0', '').toWellFormed();
  if (stored.trim() === '' || stored.trim() === 'N/A') return null;
  if (!hasVisible(stored)) throw new RejectedField(field, 'has no visible characters');
  if (stored.length <= most) return stored;
  throw new RejectedField(field, `has ${stored.length} characters, at most ${most} are allowed`);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
