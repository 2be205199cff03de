import { freePort } from '../process.ts';
import { publishSite } from './publishSite.ts';

/**
 * Publishes the site of the tests into a data folder as a process of its own: `sitePublisher.ts <dataDir>`. It has the whole
 * starter catalogue with `WHOLE_SITE`.
 */
const [dataDir = ''] = process.argv.slice(2);
await publishSite(dataDir, await freePort());
