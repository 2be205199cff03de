import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on the first touch; a value names the dialog whose opening wakes it. */
    'client:interaction'?: boolean | string;
  }
}
