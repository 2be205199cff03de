import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import icon from 'astro-icon';
import i18next from 'astro-i18next';
import { browserContract } from './src/builder/browserContract.ts';
import { browserIcons } from './src/builder/browserIcons.ts';
import { browserPreloads } from './src/builder/browserPreloads.ts';
import { codeSplitting } from './src/builder/codeSplitting.ts';
import { inlineScripts } from './src/builder/inlineScripts.ts';
import { plainStyles } from './src/builder/plainStyles.ts';
import { interaction } from './src/islands/interaction/integration.ts';
import { reactIslands } from './src/islands/rendering/integration.ts';

// Nothing is reported to anybody while building.
process.env.ASTRO_TELEMETRY_DISABLED = '1';

const source = fileURLToPath(new URL('./src', import.meta.url));
const site = process.env.SITE_URL;

/** The icons that `.astro` files name; an icon that is missing here stops the build. */
const icons = [
  'check',
  'chevron-down',
  'chevron-left',
  'chevron-right',
  'flask-conical',
  'gift',
  'languages',
  'menu',
  'moon',
  'search',
  'shield-check',
  'sliders-horizontal',
  'star',
  'sun',
  'x',
];

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
    reactIslands(),
    interaction(),
    icon({ include: { lucide: icons }, iconDir: 'src/components/icons' }),
  ],
  vite: {
    build: { assetsInlineLimit: isForThePage },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
    // The worker that colours code fetches grammars one by one.
    worker: { format: 'es' },
    plugins: [
      tailwindcss(),
      plainStyles(),
      inlineScripts(),
      browserContract(),
      browserIcons(),
      browserPreloads(),
      fontsOfToday(),
      restartOnNewTexts(),
    ],
    define: { bundledSource: JSON.stringify(source) },
  },
});

/**
 * The scripts of the site layout and of the chat area's early calls stand in the page, however long; fonts never do, as
 * a page's policy refuses them; all others as Vite decides.
 */
function isForThePage(path) {
  if (path.endsWith('.woff2')) return false;
  return /\/(?:SiteLayout|EarlyCalls)\.astro/.test(path) ? true : undefined;
}

/** Of the fonts of formulas the one format that every browser takes today: the others would be two thirds of a release. */
function fontsOfToday() {
  return {
    name: 'dolores:fonts-of-today',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('katex.min.css')) return undefined;
      return code.replace(/,url\([^)]*\) format\("(?:woff|truetype)"\)/g, '');
    },
  };
}

/** Catalogues and posts are read once; a changed one, or a new post, restarts the development server. */
function restartOnNewTexts() {
  return {
    name: 'dolores:restart-on-new-texts',
    configureServer(server) {
      const corrections = process.env.MESSAGES_FOLDER;
      if (corrections) server.watcher.add(corrections);
      server.watcher.on('all', (event, file) => {
        const isMessage = file.startsWith(join(source, 'i18n')) && file.endsWith('.json');
        const isPost = file.startsWith(join(source, 'content/blog')) && !event.endsWith('Dir');
        const isCorrection = corrections && file.startsWith(corrections) && file.endsWith('.json');
        if (isPost || isCorrection || (isMessage && event === 'change')) void server.restart();
      });
    },
  };
}
