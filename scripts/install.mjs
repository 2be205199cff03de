// `node scripts/install.mjs`: installs the packages that a server needs, for units that must not write to this folder.
import { ensureInstalled } from './bootstrap/install.mjs';

process.env.NODE_ENV ??= 'production';
await ensureInstalled('runtime');
console.log('The packages are installed.');
