import { chmod, mkdir, rm } from 'node:fs/promises';
import { siteFolder } from '#release/siteFolder.ts';
import { startServerProcess } from '../setup/process.ts';
import { productEnvironment } from './productEnvironment.ts';

/**
 * Makes the data folder of the end-to-end tests, with its release, ahead of them: in `E2E_DATA_DIR`, for the port
 * `E2E_PORT`. Without it their server does the same when it starts; `npm test` does it beside other suites.
 */
const dataDir = process.env['E2E_DATA_DIR'] ?? '';
const port = Number(process.env['E2E_PORT']);
await mkdir(dataDir, { recursive: true });
// An unprivileged PostgreSQL must be able to reach its folder when the tests run as root.
await chmod(dataDir, 0o711);
process.env['DATA_DIR'] = dataDir;
await import('./seedRelease.ts');
const environment = { ...productEnvironment(port, dataDir), PUBLISH_AT_START: 'yes' };
const server = await startServerProcess(port, environment);
const end = await server.end('SIGTERM');
if (end !== 0) throw new Error(`The server ended with ${end}:\n${server.output()}`);
// Compressing 5,000 pages again takes more than a minute of processor time, which the tests need.
await rm(siteFolder(dataDir).recompress, { force: true });
