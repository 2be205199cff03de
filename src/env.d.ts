// What imports with a suffix of Vite’s (`…css?url`) are. Astro says it in `.astro/types.d.ts` too, which a clean clone lacks.
/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Renders HTML that pages have in common once (`builder/pieces.ts`); only a publish has it. */
    pieces?: {
      remember(name: string, render: () => Promise<string>): Promise<string>;
      rememberHtml(name: string, render: () => string): string;
    };
  }
}
