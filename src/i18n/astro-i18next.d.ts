/** The part of astro-i18next that is used here. The package ships types, but its `exports` does not name them. */
declare module 'astro-i18next' {
  import type { AstroIntegration } from 'astro';

  export default function integration(options: { configPath: string }): AstroIntegration;

  /** Sets the configuration that `localizePath` reads; in a build the integration calls it. */
  export function initAstroI18next(config: {
    defaultLocale: string;
    locales: readonly string[];
    showDefaultLocale: boolean;
    trailingSlash?: 'always' | 'never' | 'ignore';
  }): void;

  /** Returns `path` with the segment of `locale`. Without `base` it reads `import.meta.env`, which plain Node lacks. */
  export function localizePath(path: string, locale: string, base: string): string;
}

/** Astro's module of what integrations run before a page. */
declare module 'astro:scripts/page-ssr.js';
