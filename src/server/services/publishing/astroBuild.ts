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
  console.error(error);
  const reason = error instanceof Error ? error.message : String(error);
  process.send?.({ reason }, () => process.exit(1));
  await new Promise(() => undefined);
}
process.exit(0);
