import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';
import { build } from 'esbuild';

/**
 * The integration `@astrojs/react`, but with our own code that renders islands in the build and hydrates them, and our own
 * element around them.
 */
export function reactIslands(): AstroIntegration {
  const integration = react();
  const setUp = integration.hooks['astro:config:setup'];
  return {
    ...integration,
    hooks: {
      ...integration.hooks,
      'astro:config:setup': (options) => {
        options.updateConfig({ vite: { plugins: [islandElement()] } });
        return setUp?.({
          ...options,
          addRenderer: (renderer) =>
            options.addRenderer({
              ...renderer,
              clientEntrypoint: fileURLToPath(new URL('./clientEntry.ts', import.meta.url)),
              serverEntrypoint: fileURLToPath(new URL('./serverEntry.ts', import.meta.url)),
            }),
        });
      },
    },
  };
}

/** Astro’s module with the script of its element, which Astro puts before the first island of a page. */
const astroElement = /[\\/]astro[\\/]dist[\\/]runtime[\\/]server[\\/]astro-island\.prebuilt\.js$/;

/** The plugin for Vite that replaces that script by `island.ts`. In development, Astro uses another one. */
function islandElement() {
  return {
    name: 'dolores:island-element',
    async load(id: string): Promise<string | undefined> {
      if (!astroElement.test(id)) return undefined;
      const { outputFiles } = await build({
        entryPoints: [fileURLToPath(new URL('./island.ts', import.meta.url))],
        bundle: true,
        minify: true,
        write: false,
        target: 'es2022',
      });
      return `export default ${JSON.stringify(outputFiles[0]?.text.trim())}`;
    },
  };
}
