import { hostname } from 'node:os';
import type { CorePlatform } from '#server/context.ts';
import type { Replica } from '#server/db/replica.ts';
import { noteFailure, noteSuccess } from '#server/services/alarms/noteFailure.ts';

/**
 * Notes whether this server can read its replica. Each server notes its own view, because one alone may have lost the
 * connection. One that has ended no longer does, and what it noted is forgotten.
 */
export async function measureReplica(platform: CorePlatform, replica: Replica): Promise<void> {
  const subject = `${hostname()}:${platform.config.port}`;
  const { isUsed, lagSeconds } = replica.state;
  if (isUsed) return noteSuccess(platform, { name: 'replica_behind', subject });
  // The lag of a replica that is gone grows, too.
  const detail = { lag: lagSeconds === undefined ? 'unknown' : `${Math.round(lagSeconds)} s` };
  await noteFailure(platform, { name: 'replica_behind', subject, detail });
}
