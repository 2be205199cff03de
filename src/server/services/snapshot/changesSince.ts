import { createHash } from 'node:crypto';
import type { Day } from '#domain/dates.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import {
  type SnapshotState,
  readChangedKeys,
  readSnapshotState,
  settleSnapshots,
} from '#server/db/queries/snapshotChanges.ts';
import type { GoneLine, ReplacedModel, UnavailableModel } from '#contract/publishing/snapshot.ts';
import {
  type SnapshotVersion,
  parseVersion,
  versionText,
} from '#server/services/snapshot/snapshotVersion.ts';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The keys of rows that may differ, by their kind in `snapshot_change`: the type of their lines, or `table` for the
 * tables of rankings. A kind without changes is missing.
 */
export type Changes = Partial<Record<GoneLine['of'] | 'table', readonly string[]>>;

/** The parts of a snapshot that are not in the database. */
export type SnapshotFacts = {
  closedDay: Day;
  unavailable?: readonly UnavailableModel[];
  replaced?: readonly ReplacedModel[];
};

/** The code that may influence lines: whole folders, so that no list of files must be maintained. */
const folders = ['contract', 'domain', 'server'];

let digest: Promise<string> | undefined;

/**
 * Returns the version of the data that this transaction sees, and the changes since an earlier version. `changes` is
 * `undefined` if they are unknown: the earlier version has another closed day, other models that do not answer, another
 * database or other code, or is from before a restart of the database.
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

/** Whether nothing changed since this version. Takes milliseconds, as it reads recorded changes only. */
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
 * Deletes recorded changes that no reader can request any more: those before a new closed day, and those from before a
 * restart or restore of the database, whose transaction ids may differ.
 */
export async function deleteOldChanges(database: Database, closedDay: Day): Promise<void> {
  if ((await readState(database.query, { closedDay }, undefined)).isSettled) return;
  await database.transaction((transaction) => settleSnapshots(transaction, closedDay));
}

type State = Omit<SnapshotState, 'seen' | 'identity'> & { version: SnapshotVersion };

async function readState(
  query: Executor,
  { closedDay, unavailable = [], replaced = [] }: SnapshotFacts,
  earlier: SnapshotVersion | undefined,
): Promise<State> {
  const { seen, identity, ...state } = await readSnapshotState(
    query,
    closedDay,
    earlier?.seen ?? null,
  );
  const source = createHash('sha256')
    .update(`${identity} ${await snapshotCode()} ${JSON.stringify([unavailable, replaced])}`)
    .digest('base64url')
    .slice(0, 16);
  return { version: { closedDay, source, seen }, ...state };
}

function isSame(earlier: SnapshotVersion, { version, isKnown }: State): boolean {
  return isKnown && earlier.closedDay === version.closedDay && earlier.source === version.source;
}

async function readChanges(query: Executor, { seen }: SnapshotVersion): Promise<Changes> {
  const changed = await readChangedKeys(query, seen);
  return Object.fromEntries(changed.map(({ kind, keys }) => [kind, keys]));
}

/** Returns a digest of the code with which this process writes snapshots: other code may write other lines. */
function snapshotCode(): Promise<string> {
  digest ??= digestOf(fileURLToPath(new URL('../../../', import.meta.url)));
  return digest;
}

async function digestOf(source: string): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const names = await readdir(join(source, folder), { recursive: true });
    for (const name of names.filter((file) => file.endsWith('.ts')).toSorted()) {
      hash
        .update(name)
        .update('\0')
        .update(await readFile(join(source, folder, name)));
    }
  }
  return hash.digest('base64url');
}
