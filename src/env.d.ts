// What imports with a suffix of Vite’s (`…css?url`) are. Astro says it in `.astro/types.d.ts` too, which a clean clone lacks.
/// <reference types="astro/client" />
