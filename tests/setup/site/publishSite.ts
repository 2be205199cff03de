import { chmod, mkdir, rm } from 'node:fs/promises';
import { siteFolder } from '#release/siteFolder.ts';
import { startServerProcess } from '../process.ts';
import { keepSite } from './keptSite.ts';
import { productEnvironment } from './productEnvironment.ts';
import { seedSite } from './seedSite.ts';

/**
 * Makes a data folder with the site of the tests as the product publishes it when it starts on `port`, and keeps a copy of
 * the release (`keptSite.ts`).
 */
export async function publishSite(dataDir: string, port: number): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  // An unprivileged PostgreSQL must be able to reach its folder when the tests run as root.
  await chmod(dataDir, 0o711);
  await seedSite(dataDir);
  const environment = { ...productEnvironment(port, dataDir), PUBLISH_AT_START: 'yes' };
  const server = await startServerProcess(port, environment);
  const end = await server.end('SIGTERM');
  if (end !== 0) throw new Error(`The server ended with ${end}:\n${server.output()}`);
  // Compressing all pages again takes more than a minute of processor time, which the tests need.
  const { recompress, recompressing } = siteFolder(dataDir);
  await Promise.all([recompress, recompressing].map((list) => rm(list, { force: true })));
  await keepSite({ dataDir, port });
}
