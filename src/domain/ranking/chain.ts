/**
 * The chain of records of rankings. This file has no imports: the site publishes it as `/ranking/chain.js` without its
 * types, the server writes records with it, and the button "Recompute" of a ranking checks them with it in the browser.
 *
 * Each freeze and each recount of a period appends a record to the chain of its range. It has the hashes of the period's
 * inputs and result and of the record before it, so that a later change of any of them is visible.
 */

export type RankingRecord = {
  range: string;
  /** Its position in the chain of the range, from 1. */
  number: number;
  /** The period, as in its address. */
  value: string;
  kind: 'freeze' | 'refreeze';
  /** Why the operator counted it again. */
  reason: string | null;
  /** When it was counted: an ISO instant. */
  recorded: string;
  /** The version of the formula. */
  formula: number;
  /** SHA-256 of the published files. */
  inputs: string;
  result: string;
  /** The record before it in the chain: the period that it counts, and its hash. `null` for the first one. */
  previous: { value: string; hash: string } | null;
  /** SHA-256 of the canonical JSON of all other fields. */
  hash: string;
};

/** Returns JSON without spaces and with sorted keys: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

/** Lists without objects, which are most of the inputs, are left as they are. */
function sortKeys(value: unknown): unknown {
  if (!hasObject(value)) return value;
  if (Array.isArray(value)) return value.map(sortKeys);
  const entries = Object.entries(value as Record<string, unknown>);
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, inner]) => [key, sortKeys(inner)]));
}

function hasObject(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasObject);
  return typeof value === 'object' && value !== null;
}

/** Returns the SHA-256 of a text in UTF-8, in hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the hash that a record with these fields has. */
export function recordHash({ hash: _, ...fields }: Partial<RankingRecord>): Promise<string> {
  return sha256(canonicalJson(fields));
}

/**
 * A difference: of a record from its hash, of its link from the record before it, of a later record of a period from a
 * recount with its reason, or of a file from the hash in the record.
 */
export type RecordProblem = 'record' | 'previous' | 'recount' | 'inputs' | 'result';

/**
 * Checks the records of a period, oldest first, against the texts of its files. `others` are records of other periods of
 * the range: every link between two periods whose records are given is checked, in both directions.
 */
export async function checkRecords(
  records: readonly RankingRecord[],
  files: { inputs: string; result: string },
  others: readonly RankingRecord[],
): Promise<RecordProblem[]> {
  const newest = records.at(-1);
  if (newest === undefined) return ['record'];
  const problems = new Set<RecordProblem>();
  const known = [...others, ...records];
  const values = new Set(known.map(({ value }) => value));
  for (const record of known) {
    if ((await recordHash(record)) !== record.hash) problems.add('record');
    const { previous } = record;
    const isChecked = previous === null || values.has(previous.value);
    if (isChecked && !isLinked(record, known)) problems.add('previous');
  }
  if (records.slice(1).some((record) => !isRecount(record))) problems.add('recount');
  if ((await sha256(files.inputs)) !== newest.inputs) problems.add('inputs');
  if ((await sha256(files.result)) !== newest.result) problems.add('result');
  return [...problems];
}

/** Whether a record says why its period was counted again. */
export function isRecount({ kind, reason }: Pick<RankingRecord, 'kind' | 'reason'>): boolean {
  return kind === 'refreeze' && reason !== null && reason !== '';
}

/** Whether the record before this one is among these. The first one of a chain has none. */
export function isLinked(
  { number, previous }: RankingRecord,
  records: readonly RankingRecord[],
): boolean {
  if (previous === null) return number === 1;
  const { value, hash } = previous;
  return records.some(
    (before) => before.number === number - 1 && before.hash === hash && before.value === value,
  );
}
