/** Types of the used part of astro-i18next. The package has types, but does not list them in its `exports`. */
declare module 'astro-i18next' {
  import type { AstroIntegration } from 'astro';

  export default function integration(options: { configPath: string }): AstroIntegration;

  /** Sets the configuration of `localizePath`. In a build, the integration calls it. */
  export function initAstroI18next(config: {
    defaultLocale: string;
    locales: readonly string[];
    showDefaultLocale: boolean;
    trailingSlash?: 'always' | 'never' | 'ignore';
  }): void;

  /**
   * Returns `path` in another locale. Without `base` it reads `import.meta.env`, which does not exist in plain Node.
   */
  export function localizePath(path: string, locale: string, base: string): string;
}

/** Astro's module with the code that integrations run before a page. */
declare module 'astro:scripts/page-ssr.js';
