import type { Example } from '#domain/gpts/examples.ts';
import type { Visibility } from '#domain/gpts/gpts.ts';
import { readExamples } from '#server/services/gpts/examples/readExamples.ts';
import { readVisibility } from '#server/services/gpts/fieldReaders.ts';
import type { ReadOptions } from '#server/services/gpts/readOptions.ts';
import { FieldProblems, type ReadRow, RejectedField } from '#server/services/gpts/rejectedField.ts';
import {
  type ImportedGpt,
  knownSourceFields,
  readFields,
} from '#server/services/gpts/sourceFields.ts';
import { findUnknownFields } from '#server/services/gpts/unknownFields.ts';

type SourceObject = Readonly<Record<string, unknown>>;

/** Fields that reject their row if they are missing or bad: a wrong visibility could make a GPT public. */
const essential: ReadonlySet<string> = new Set(['id', 'name', 'visibility']);

/**
 * Reads a GPT from a JSON object of a source. Unknown fields are ignored; a missing value or `N/A` is unknown, never
 * zero. Texts stay as their author wrote them, except for characters that PostgreSQL cannot store. `added` are models
 * that the operator added. Throws `RejectedField`.
 */
export function readGpt(source: unknown, added: ReadonlySet<string> = new Set()): ImportedGpt {
  const problems = new FieldProblems();
  const gpt = readFields(sourceObject(source), problems, { added });
  const [first] = problems.found;
  if (first) throw first;
  return gpt;
}

/**
 * Reads a row of an import by the rules of `readGpt`, its examples, and the visibility of a new GPT. Bad optional fields are dropped,
 * as if they were missing; names that are no fields are returned, and reject a row if `isStrict`. Throws `RejectedField` and `RejectedRow`.
 */
export function readImportedGpt(
  source: unknown,
  added: ReadonlySet<string>,
  { dates, today, isStrict = false }: ReadOptions,
): ReadRow<ImportedGpt & { visibility: Visibility; examples?: Example[] | undefined }> {
  const object = sourceObject(source);
  const problems = new FieldProblems();
  const options = { added, dates, today };
  const row = {
    ...readFields(object, problems, options),
    examples: problems.read<Example[] | undefined>(undefined, () =>
      readExamples(object['examples'], 'examples', options),
    ),
    visibility: problems.read<Visibility>('private', () =>
      readVisibility(object['visibility'], 'visibility'),
    ),
  };
  const unknown = findUnknownFields(object, knownSourceFields);
  return problems.finish(row, essential, isStrict, unknown);
}

function sourceObject(source: unknown): SourceObject {
  if (typeof source === 'object' && source !== null && !Array.isArray(source)) {
    return source as SourceObject;
  }
  throw new RejectedField('row', 'must be a JSON object');
}
