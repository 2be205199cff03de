import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';

/** The integration `@astrojs/react`, but with our own code that renders islands in the build and hydrates them. */
export function reactIslands(): AstroIntegration {
  const integration = react();
  const setUp = integration.hooks['astro:config:setup'];
  return {
    ...integration,
    hooks: {
      ...integration.hooks,
      'astro:config:setup': (options) =>
        setUp?.({
          ...options,
          addRenderer: (renderer) =>
            options.addRenderer({
              ...renderer,
              clientEntrypoint: fileURLToPath(new URL('./clientEntry.ts', import.meta.url)),
              serverEntrypoint: fileURLToPath(new URL('./serverEntry.ts', import.meta.url)),
            }),
        }),
    },
  };
}
