import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on the first touch. A value is the id of the dialog whose opening hydrates the island too. */
    'client:interaction'?: boolean | string;
  }
}
