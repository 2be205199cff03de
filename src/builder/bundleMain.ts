import { join } from 'node:path';
import { build } from 'astro';
import { keepBundle } from '#builder/astroAdapter.ts';

/** The process that bundles the pages. `bundle.ts` starts it and names the folders in its environment. */

// The channel closes when the publishing process ends, however it ends.
process.on('disconnect', () => process.exit(1));

const folder = process.env['BUNDLE_FOLDER'] ?? '';
const cacheDir = join(folder, 'cache');
await build({
  root: process.cwd(),
  outDir: process.env['ASSETS_FOLDER'] ?? '',
  cacheDir,
  integrations: [keepBundle(folder)],
  vite: { cacheDir: join(cacheDir, 'vite') },
});
process.exit(0);
