import { readFile } from 'node:fs/promises';
import { transformSync } from 'esbuild';

/** A script that Astro copies into pages as it is written. */
const inlineScript = /(?<=<script is:inline>)[^]*?(?=<\/script>)/g;

/** The plugin for Vite that minifies them: the one of the site layout is a tenth of a page’s script. */
export function inlineScripts() {
  return {
    name: 'dolores:inline-scripts',
    apply: 'build' as const,
    async load(id: string): Promise<string | undefined> {
      return id.endsWith('.astro') ? minifyScripts(await readFile(id, 'utf8')) : undefined;
    },
  };
}

/** Returns the source of a component with minified scripts. */
export function minifyScripts(source: string): string {
  return source.replace(inlineScript, (code) =>
    transformSync(code, { minify: true, target: 'es2022' }).code.trim(),
  );
}
