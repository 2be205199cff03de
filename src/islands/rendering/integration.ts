import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';

/** React as `@astrojs/react` brings it, with `serverEntry.ts` as what draws islands while the site is built. */
export function reactIslands(): AstroIntegration {
  const usual = react();
  const setUp = usual.hooks['astro:config:setup'];
  return {
    ...usual,
    hooks: {
      ...usual.hooks,
      'astro:config:setup': (options) =>
        setUp?.({
          ...options,
          addRenderer: (renderer) =>
            options.addRenderer({
              ...renderer,
              serverEntrypoint: fileURLToPath(new URL('./serverEntry.ts', import.meta.url)),
            }),
        }),
    },
  };
}
