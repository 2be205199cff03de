import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Replica } from '#server/db/replica.ts';
import { measureReplica } from '#server/services/alarmChecks/measureReplica.ts';
import { type AlarmServer, raised, resolved, startAlarmServer } from '../../setup/alarmServer.ts';
import { freePort } from '../../setup/process.ts';
import { createStandby, pauseStandby, resumeStandby, standbyUrl } from '../../setup/standby.ts';

const lagSeconds = 2;

let server: AlarmServer;

beforeAll(async () => {
  server = await startAlarmServer();
  await createStandby(server.database.query);
});

afterEach(() => server.platform.replica?.close());

afterAll(() => server.close());

/** Gives the server a replica, as READ_DATABASE_URL does. */
function follow(url: string): Replica {
  const replica = new Replica(server.database, { url, lagSeconds }, { warn: () => undefined });
  server.platform.replica = replica;
  return replica;
}

/** Measures as each minute. */
async function measure(replica: Replica, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await measureReplica(server.platform, replica);
}

it('raises an alarm when the replica stays behind, until it has caught up', async () => {
  const replica = follow(standbyUrl(server.database.url));
  await expect.poll(() => replica.state.isUsed).toBe(true);
  await measure(replica, 4);
  expect(await server.check()).not.toContain('replica_behind');
  await pauseStandby(server.database.query);
  await expect.poll(() => replica.state.isUsed, { timeout: 10_000 }).toBe(false);
  await measure(replica, 3);
  expect(await server.check()).not.toContain('replica_behind');
  await measure(replica, 1);
  await raised(server, 'replica_behind');
  await resumeStandby(server.database.query);
  await expect.poll(() => replica.state.isUsed).toBe(true);
  await measure(replica, 1);
  await resolved(server, 'replica_behind');
});

it('raises it when the replica is gone, until no server reads one any more', async () => {
  const url = new URL(server.database.url);
  url.hostname = '127.0.0.1';
  url.port = String(await freePort());
  url.search = '';
  const replica = follow(url.href);
  await measure(replica, 4);
  expect(await server.check()).toContain('replica_behind');
  const { rows } = await server.database.query.execute(
    sql`select detail->>'lag' as lag from alarm where resolved is null`,
  );
  expect(rows).toEqual([{ lag: 'unknown' }]);
  await server.check(16);
  expect(await server.check(6)).not.toContain('replica_behind');
});
