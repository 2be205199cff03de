import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const staticImport = /(?:^|[;}\s])(?:import|export)\b[^;"'`(]*?["'`]\.\/([^"'`]+\.js)["'`]/g;

/**
 * Names the modules that the islands of a page import, so that a browser fetches them side by side instead of finding
 * one in the other: for islands that hydrate at once in the head of the page, for those that hydrate on interaction in
 * their attribute `data-modules` (`islands/interaction/directive.ts`).
 */
export class ModulePreloads {
  readonly #assets: string;
  readonly #imports = new Map<string, readonly string[]>();

  /** `assets`: the folder of the files for browsers, as they are served. */
  constructor(assets: string) {
    this.#assets = assets;
  }

  /** Returns the page with these names; the same page where nothing hydrates. */
  addTo(html: string): string {
    const [start = '', ...islands] = html.split('<astro-island ');
    const atOnce = new Set<string>();
    const named = islands.map((island) => {
      const [, client] = / client="(\w+)"/.exec(island) ?? [];
      if (client === 'load') this.#collectFor(island, atOnce);
      return client === 'interaction' ? this.#withModules(island) : island;
    });
    const links = [...atOnce].map((path) => `<link rel="modulepreload" href="${path}">`).join('');
    return [start, ...named]
      .join('<astro-island ')
      .replace(/<meta charset="utf-8"\s*\/?>/, (charset) => charset + links);
  }

  /** An island asks for its own two modules by itself. */
  #withModules(island: string): string {
    const modules = new Set<string>();
    const own = new Set(this.#collectFor(island, modules));
    const imported = [...modules].filter((path) => !own.has(path));
    return imported.length > 0 ? `data-modules="${imported.join(' ')}" ${island}` : island;
  }

  #collectFor(island: string, modules: Set<string>): string[] {
    const tag = island.slice(0, island.indexOf(' client="'));
    const own = [...tag.matchAll(/ (?:component|renderer)-url="([^"]+)"/g)].map(
      ([, path]) => path as string,
    );
    for (const path of own) this.#collect(path, modules);
    return own;
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
