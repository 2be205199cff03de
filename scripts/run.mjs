// `node scripts/run.mjs <script.ts> [arguments]`: any script of ours, with the packages and the Node
// it needs. Paths are relative to the project's folder, as they are under npm.
import { ensureInstalled } from './bootstrap/install.mjs';
import { runCommand, runServer } from './bootstrap/run.mjs';

const [script, ...args] = process.argv.slice(2);
if (script === undefined) {
  console.error('Usage: node scripts/run.mjs <script.ts> [arguments]');
  process.exit(2);
}
await ensureInstalled('runtime');
if (script.startsWith('src/server/')) runServer(script, args);
else runCommand(script, args);
