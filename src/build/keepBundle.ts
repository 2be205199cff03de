import { cp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AstroIntegration, AstroPrerenderer } from 'astro';
import { type BundleDescription, type PageApp, bundlePages } from '#build/bundle.ts';

/** What Astro tells its application of the build, as far as rendering reads it (`core/build/environment.js`, 7.3). */
type Internals = {
  pagesByKeys: ReadonlyMap<string, { styles: unknown[] }>;
  entrySpecifierToBundleMap: ReadonlyMap<string, string>;
};

/**
 * Lets `astro build` render nothing. Its bundle of the pages, which it throws away at its end, is kept in `folder` with
 * what the build knows of styles and scripts, so that `renderer.ts` can render any page from it at any time.
 */
export function keepBundle(folder: string): AstroIntegration {
  let bundled = '';
  return {
    name: 'dolores:keep-bundle',
    hooks: {
      'astro:config:done': ({ config }) => {
        bundled = join(fileURLToPath(config.outDir), '.prerender');
      },
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer((usual) => keepingPrerenderer(usual, () => bundled, folder));
      },
    },
  };
}

function keepingPrerenderer(
  usual: AstroPrerenderer,
  bundledFolder: () => string,
  folder: string,
): AstroPrerenderer {
  return {
    name: 'dolores:keep-bundle',
    setup: async () => {
      const bundled = bundledFolder();
      const names = await readdir(bundled);
      const entry = names.find((name) => name.startsWith('prerender-entry'));
      if (entry === undefined) throw new Error('Astro made no bundle of the pages');
      const heard = hearInternals(await appOf(join(bundled, entry)));
      await usual.setup?.();
      const { pagesByKeys, entrySpecifierToBundleMap } = heard();
      const description: BundleDescription = {
        entry,
        styles: [...pagesByKeys].map(([key, { styles }]) => [key, styles]),
        scripts: [...entrySpecifierToBundleMap],
      };
      await cp(bundled, join(folder, bundlePages), { recursive: true });
      await writeFile(join(folder, 'bundle.json'), JSON.stringify(description));
    },
    getStaticPaths: async () => [],
    render: async () => new Response(null, { status: 404 }),
  };
}

/** The same module that the usual prerenderer loads, and so the same application. */
async function appOf(file: string): Promise<PageApp> {
  const { app } = (await import(pathToFileURL(file).href)) as { app: PageApp };
  return app;
}

function hearInternals(app: PageApp): () => Internals {
  const setInternals = app.setInternals.bind(app);
  let heard: Internals | undefined;
  app.setInternals = (internals) => {
    heard = internals as Internals;
    setInternals(internals);
  };
  return () => {
    if (heard === undefined) throw new Error('Astro’s build told its pages nothing of styles');
    return heard;
  };
}
