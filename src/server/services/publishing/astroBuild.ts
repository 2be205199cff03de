import { build } from 'astro';

/** The renderer’s process: started by `renderSite.ts`, told by its environment where to write. */

// The channel closes when the publishing process ends, however it ends.
process.on('disconnect', () => process.exit(1));

const cacheDir = process.env['CACHE_FOLDER'] ?? '';
try {
  await build({
    root: process.cwd(),
    outDir: process.env['OUT_FOLDER'] ?? '',
    cacheDir,
    vite: { cacheDir: `${cacheDir}/vite` },
  });
} catch (error) {
  console.error(error instanceof Error ? error.stack : error);
  process.exit(1);
}
process.exit(0);
