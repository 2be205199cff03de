// What imports with a suffix of Vite's (`…css?url`) are; Astro names it as well, in a file that a clean clone lacks.
/// <reference types="vite/client" />
