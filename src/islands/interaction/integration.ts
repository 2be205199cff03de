import type { AstroIntegration } from 'astro';

/** Teaches Astro the directive `client:interaction`. */
export function interaction(): AstroIntegration {
  return {
    name: 'interaction',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({
          name: 'interaction',
          entrypoint: new URL('./directive.ts', import.meta.url),
        });
      },
    },
  };
}
