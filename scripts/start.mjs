// `npm start`: installs missing packages, finds a suitable Node and runs the server.
import { ensureInstalled } from './bootstrap/install.mjs';
import { runServer } from './bootstrap/run.mjs';

await ensureInstalled('runtime');
runServer('src/server/main.ts', process.argv.slice(2));
