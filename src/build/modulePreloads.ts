import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const staticImport = /(?:^|[;}\s])(?:import|export)\b[^;"'`(]*?["'`]\.\/([^"'`]+\.js)["'`]/g;

/**
 * Names in the head of a page the modules of its islands that hydrate at once, with all that these import: a browser
 * fetches them side by side as soon as the page begins to arrive, instead of finding one in the other.
 */
export class ModulePreloads {
  readonly #assets: string;
  readonly #imports = new Map<string, readonly string[]>();

  /** `assets`: the folder of the files for browsers, as they are served. */
  constructor(assets: string) {
    this.#assets = assets;
  }

  /** The page with its links; the same page where nothing hydrates at once. */
  addTo(html: string): string {
    const modules = new Set<string>();
    for (const island of html.split('<astro-island ').slice(1)) {
      const tag = island.slice(0, island.indexOf(' client="') + 20);
      if (!tag.includes(' client="load"')) continue;
      for (const [, path] of tag.matchAll(/ (?:component|renderer)-url="([^"]+)"/g)) {
        if (path !== undefined) this.#collect(path, modules);
      }
    }
    if (modules.size === 0) return html;
    const links = [...modules].map((path) => `<link rel="modulepreload" href="${path}">`).join('');
    return html.replace(/<meta charset="utf-8"\s*\/?>/, (charset) => charset + links);
  }

  #collect(path: string, modules: Set<string>): void {
    if (modules.has(path)) return;
    modules.add(path);
    for (const imported of this.#importsOf(path)) this.#collect(imported, modules);
  }

  #importsOf(path: string): readonly string[] {
    const known = this.#imports.get(path);
    if (known) return known;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const code = readFileSync(join(this.#assets, path), 'utf8');
    const found = [...code.matchAll(staticImport)].map(([, name]) => `${folder}${name}`);
    this.#imports.set(path, found);
    return found;
  }
}
