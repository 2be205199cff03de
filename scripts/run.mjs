// `node scripts/run.mjs <script.ts> [arguments]` runs a script of this project. Installs missing packages and finds a
// suitable Node. Paths are relative to the folder of the project, as in npm scripts.
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
