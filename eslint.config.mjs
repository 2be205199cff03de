import astro from 'eslint-plugin-astro';

/** Only what oxlint cannot read: `.astro` files. */
export default [
  { ignores: ['**/*', '!**/', '!**/*.astro', 'node_modules/', '.data/', '.astro/', 'dist/'] },
  ...astro.configs['flat/recommended'],
];
