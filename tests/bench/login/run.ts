import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { freePort, startServerProcess } from '../../setup/process.ts';
import { type Times, measureLogins } from './measure.ts';

/** Measures a real server in a process of its own, on an empty database. */
export async function runBench(input: { tries: number; seed: number }): Promise<Times[]> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-login-'));
  const opened: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    // As root, PostgreSQL runs as another user, who must get through to its own folder in here.
    await chmod(folder, 0o711);
    const postgres = await startEmbedded({ dataDir: folder, log: () => undefined });
    opened.push(() => postgres.stop());
    await migrate(postgres.url);
    const database = connect(postgres.url, { warn: () => undefined }, 2);
    opened.push(() => database.close());
    const server = await startServerProcess(await freePort(), {
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, 'server'),
      HOST: '127.0.0.1',
      MAILBOX_PORT: String(await freePort()),
      MAILS_PER_HOUR: '1000000',
      TRUSTED_PROXIES: '1',
      DRAIN_SECONDS: '1',
    });
    opened.push(() => server.end('SIGTERM'));
    return await measureLogins(server.url.replace('localhost', '127.0.0.1'), database, input);
  } finally {
    for (const close of opened.toReversed()) await close().catch(() => undefined);
  }
}
