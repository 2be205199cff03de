// `npm test`, `npm run verify` (--only …), `npm run test:long` (--long), `npm run test:faults` (--faults) and
// `npm run test:cluster` (--cluster).
import { ensureInstalled } from './bootstrap/install.mjs';
import { findNode } from './bootstrap/node.mjs';
import { environment } from './bootstrap/run.mjs';
import { chooseSuites, readOptions, usage } from './testing/options.mjs';
import { runSuites } from './testing/runSuites.mjs';

const options = readOptions(process.argv.slice(2));
if (options === undefined) {
  console.error(usage());
  process.exit(2);
}
await ensureInstalled('all');
const { suites, atOnce } = chooseSuites(options);
process.exitCode = await runSuites(suites, atOnce, environment(findNode()));
