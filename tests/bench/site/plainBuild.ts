import { join } from 'node:path';
import { build } from 'astro';

/** A plain `astro build` of the same pages, in a process of its own. Tells how long bundling and rendering took. */
const folder = process.env['PLAIN_FOLDER'] ?? '';
const began = performance.now();
let bundled = began;
const root = process.cwd();
// Astro moves files from below here into its output, which works on one disk only.
process.chdir(folder);
await build({
  root,
  outDir: join(folder, 'out'),
  cacheDir: join(folder, 'cache'),
  logLevel: 'error',
  vite: { cacheDir: join(folder, 'cache', 'vite') },
  integrations: [
    {
      name: 'dolores:bench',
      hooks: {
        'astro:build:start': ({ setPrerenderer }) => {
          setPrerenderer((usual) => ({
            ...usual,
            setup: async () => {
              bundled = performance.now();
              await usual.setup?.();
            },
            getStaticPaths: () => usual.getStaticPaths(),
            render: (request, options) => usual.render(request, options),
          }));
        },
      },
    },
  ],
});
process.send?.(
  {
    bundling: (bundled - began) / 1_000,
    rendering: (performance.now() - bundled) / 1_000,
    peakBytes: process.resourceUsage().maxRSS * 1_024,
  },
  () => process.exit(0),
);
