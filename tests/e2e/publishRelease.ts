import { publishSite } from '../setup/site/publishSite.ts';

/**
 * Publishes the site of the build and end-to-end tests ahead of them: in `E2E_DATA_DIR`, for the port `E2E_PORT`. Without
 * it, each of the two suites publishes the site itself.
 */
await publishSite(process.env['E2E_DATA_DIR'] ?? '', Number(process.env['E2E_PORT']));
