import { createHash } from 'node:crypto';
import type { Day } from '#domain/dates.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import {
  type SnapshotState,
  readChangedKeys,
  readSnapshotState,
  settleSnapshots,
} from '#server/db/queries/snapshotChanges.ts';
import type { UnavailableModel } from '#contract/snapshot.ts';
import { snapshotCode } from '#server/services/snapshot/snapshotCode.ts';
import {
  type SnapshotVersion,
  parseVersion,
  versionText,
} from '#server/services/snapshot/snapshotVersion.ts';

/**
 * Of which GPTs and models lines may be different, and which periods (`{range}/{value}`) and tables
 * (`{period}/{scope}`).
 */
export type Changes = { gpts: string[]; models: string[]; periods: string[]; tables: string[] };

/** The values of a snapshot that are not in the database. */
export type SnapshotFacts = {
  closedDay: Day;
  unavailable?: readonly UnavailableModel[];
};

/**
 * The version of what this transaction sees, and what changed since an earlier one; `undefined` where that cannot be
 * told: with another closed day or other unavailable models, of another database, of before its restart, or by other code.
 */
export async function changesSince(
  query: Executor,
  facts: SnapshotFacts,
  since: string | undefined,
): Promise<{ version: string; changes: Changes | undefined }> {
  const earlier = since === undefined ? undefined : parseVersion(since);
  const state = await readState(query, facts, earlier);
  const version = versionText(state.version);
  if (!earlier || !isSame(earlier, state)) return { version, changes: undefined };
  return { version, changes: await readChanges(query, earlier) };
}

/** Whether nothing that the snapshot tells changed since this version. Looks at changes only: milliseconds. */
export async function isCurrent(
  { query }: Database,
  facts: SnapshotFacts,
  version: string,
): Promise<boolean> {
  const earlier = parseVersion(version);
  if (!earlier) return false;
  const state = await readState(query, facts, earlier);
  return isSame(earlier, state) && !state.isChanged;
}

/**
 * Forgets changes that no reader can ask for any more: those before a new closed day, and those that the database noted
 * before it was started or restored, when its transactions may have had other numbers.
 */
export async function forgetOldChanges(database: Database, closedDay: Day): Promise<void> {
  if ((await readState(database.query, { closedDay }, undefined)).isSettled) return;
  await database.transaction((transaction) => settleSnapshots(transaction, closedDay));
}

type State = Omit<SnapshotState, 'seen' | 'identity'> & { version: SnapshotVersion };

async function readState(
  query: Executor,
  { closedDay, unavailable = [] }: SnapshotFacts,
  earlier: SnapshotVersion | undefined,
): Promise<State> {
  const { seen, identity, ...state } = await readSnapshotState(
    query,
    closedDay,
    earlier?.seen ?? null,
  );
  const source = createHash('sha256')
    .update(`${identity} ${await snapshotCode()} ${JSON.stringify(unavailable)}`)
    .digest('base64url')
    .slice(0, 16);
  return { version: { closedDay, source, seen }, ...state };
}

function isSame(earlier: SnapshotVersion, { version, isKnown }: State): boolean {
  return isKnown && earlier.closedDay === version.closedDay && earlier.source === version.source;
}

async function readChanges(query: Executor, { seen }: SnapshotVersion): Promise<Changes> {
  const changed = await readChangedKeys(query, seen);
  const keysOf = (kind: string) => changed.find((one) => one.kind === kind)?.keys ?? [];
  return {
    gpts: keysOf('gpt'),
    models: keysOf('model'),
    periods: keysOf('period'),
    tables: keysOf('table'),
  };
}
