import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { type Database, connect } from '#server/db/connect.ts';
import { parseRows } from '#server/db/rawRows.ts';
import { type SnapshotReader, openSnapshotReader } from '#server/db/snapshotReader.ts';
import { hasCode, isDatabaseGone } from '#server/errors.ts';

/** Bytes of the log of changes, as numbers: how far the primary has written, and how far the replica has applied. */
const written = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as position`;
const applied = `select case when pg_is_in_recovery()
  then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end as position`;

const measureMilliseconds = 1_000;

/** Milliseconds without the replica after a read of it failed. */
const restMilliseconds = 10_000;

/** Milliseconds that a read may take: a machine without power says nothing, and the primary answers instead. */
const readMilliseconds = 5_000;

/** The same for a statement of a snapshot, which reads much. PostgreSQL ends it earlier if it lives. */
const snapshotMilliseconds = 35_000;

/** Milliseconds between questions whether the replica has caught up. */
const catchUpMilliseconds = 50;

/** Positions of the primary that are remembered: more than the longest lag that is measured. */
const rememberedAtMost = 1_000;

/** The words for an operator. `lagSeconds` is missing while the replica or the primary does not answer. */
export type ReplicaState = { isUsed: boolean; lagSeconds?: number };

/** A read that disturbed the replica (40001, 40P01, 25006), or that it cannot do yet (42P01, 42703: a migration). */
const replicaFaults = new Set(['40001', '40P01', '25006', '42P01', '42703']);

type Position = { at: number; bytes: bigint };

/**
 * A streaming replica for what visitors read. It is read while all that the primary had written `lagSeconds` ago is
 * applied there: that also notices a replica that has lost its primary, whose own clock shows no lag.
 */
export class Replica {
  readonly #primary: Database;
  readonly #database: Database;
  readonly #snapshots: Database;
  readonly #lagMilliseconds: number;
  readonly #timer: NodeJS.Timeout;
  #positions: Position[] = [];
  /** When the primary was at the newest position that is applied. */
  #freshAt: number | undefined;
  #restsUntil = 0;
  #isMeasuring = false;

  constructor(
    primary: Database,
    { url, lagSeconds }: { url: string; lagSeconds: number },
    log: Pick<Logger, 'warn'>,
  ) {
    this.#primary = primary;
    this.#database = connect(url, log, 10, { queryMilliseconds: readMilliseconds });
    this.#snapshots = connect(url, log, 2, { queryMilliseconds: snapshotMilliseconds });
    this.#lagMilliseconds = lagSeconds * 1_000;
    this.#timer = setInterval(() => void this.measure(), measureMilliseconds).unref();
  }

  get state(): ReplicaState {
    if (this.#freshAt === undefined) return { isUsed: false };
    const lagSeconds = Math.round((Date.now() - this.#freshAt) / 100) / 10;
    return { isUsed: this.#isFresh(), lagSeconds };
  }

  /** Runs `work`, which only reads, on the replica; on the primary while the replica is behind or fails. */
  async read<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    if (!this.#isFresh()) return work(this.#primary);
    try {
      return await work(this.#database);
    } catch (error) {
      if (!isReplicaFault(error)) throw error;
      this.rest();
      return work(this.#primary);
    }
  }

  /**
   * Opens a transaction that reads the replica once that has applied everything that the primary has written until now;
   * `undefined` if that takes longer than it may be behind. All on one connection, because an address may lead to
   * several replicas.
   */
  async openSnapshotReader(): Promise<SnapshotReader | undefined> {
    if (!this.#isFresh()) return undefined;
    const until = Date.now() + this.#lagMilliseconds;
    const needed = await positionOf(this.#primary.pool, written);
    const client = await this.#snapshots.pool.connect().catch(() => undefined);
    if (needed === undefined || client === undefined) return undefined;
    try {
      for (;;) {
        const reached = await positionOf(client, applied);
        if (reached !== undefined && reached >= needed) break;
        if (reached === undefined || Date.now() > until) {
          client.release();
          return undefined;
        }
        await pause(catchUpMilliseconds);
      }
    } catch {
      client.release(true);
      return undefined;
    }
    return openSnapshotReader(this.#snapshots, client);
  }

  /** Leaves the replica out for a moment, after a read of it failed. */
  rest(): void {
    this.#restsUntil = Date.now() + restMilliseconds;
  }

  /** Compares the two. Never rejects. */
  async measure(): Promise<void> {
    if (this.#isMeasuring) return;
    this.#isMeasuring = true;
    try {
      const at = Date.now();
      const bytes = await positionOf(this.#primary.pool, written);
      if (bytes !== undefined) this.#positions.push({ at, bytes });
      this.#positions = this.#positions.slice(-rememberedAtMost);
      const reached = await positionOf(this.#database.pool, applied);
      // A server that was promoted is not a replica: it knows nothing of the primary's changes.
      this.#freshAt = reached === undefined ? undefined : this.#timeOf(reached);
    } catch {
      // The last time that was measured becomes too old by itself.
    } finally {
      this.#isMeasuring = false;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([this.#database.close(), this.#snapshots.close()]);
  }

  #timeOf(reached: bigint): number | undefined {
    return this.#positions.findLast(({ bytes }) => bytes <= reached)?.at ?? this.#freshAt;
  }

  #isFresh(): boolean {
    const now = Date.now();
    if (this.#freshAt === undefined || now < this.#restsUntil) return false;
    return now - this.#freshAt <= this.#lagMilliseconds;
  }
}

function isReplicaFault(error: unknown): boolean {
  return isDatabaseGone(error) || hasCode(error, replicaFaults);
}

async function positionOf(
  client: Pool | PoolClient,
  statement: string,
): Promise<bigint | undefined> {
  const { rows } = await client.query(statement);
  const [row] = parseRows({ position: z.nullable(z.string()) }, rows);
  return row?.position ? BigInt(row.position) : undefined;
}
