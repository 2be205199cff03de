import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Teaches Astro the directive `client:interaction`. */
export function interaction(): AstroIntegration {
  return {
    name: 'interaction',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({
          name: 'interaction',
          // A file URL would end up in an import, which the bundler does not resolve.
          entrypoint: fileURLToPath(new URL('./directive.ts', import.meta.url)),
        });
      },
    },
  };
}
