import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** The Astro integration that adds the directive `client:interaction`. */
export function interaction(): AstroIntegration {
  return {
    name: 'interaction',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({
          name: 'interaction',
          // A path and no file URL: Astro puts it into an import, and the bundler does not resolve file URLs.
          entrypoint: fileURLToPath(new URL('./directive.ts', import.meta.url)),
        });
      },
    },
  };
}
