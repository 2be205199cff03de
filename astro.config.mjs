import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import icon from 'astro-icon';
import i18next from 'astro-i18next';

const catalogueFolder = fileURLToPath(new URL('./src/i18n', import.meta.url));
const site = process.env.SITE_URL;

export default defineConfig({
  ...(site ? { site } : {}),
  output: 'static',
  trailingSlash: 'never',
  // Page addresses have no trailing slash: `/en/pricing` is the file `en/pricing.html`.
  build: { format: 'file', inlineStylesheets: 'always' },
  compressHTML: true,
  devToolbar: { enabled: false },
  integrations: [
    i18next({ configPath: './astro-i18next.config.ts' }),
    react(),
    icon({ include: { lucide: ['*'] }, iconDir: 'src/components/icons' }),
  ],
  vite: {
    plugins: [tailwindcss(), restartOnNewMessages()],
    define: { catalogueFolder: JSON.stringify(catalogueFolder) },
  },
});

/** The catalogues are read once; a changed one restarts the development server. */
function restartOnNewMessages() {
  return {
    name: 'dolores:restart-on-new-messages',
    configureServer(server) {
      server.watcher.on('change', (file) => {
        if (file.startsWith(catalogueFolder) && file.endsWith('.json')) void server.restart();
      });
    },
  };
}
