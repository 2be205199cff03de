import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { answersGroup } from '#builder/codeSplitting.ts';

const staticImport = /(?:^|[;}\s])(?:import|export)\b[^;"'`(]*?["'`]\.\/([^"'`]+\.js)["'`]/g;

const islandStart = '<astro-island ';
const charsetStart = '<meta charset="utf-8"';

/** The file of what an island that hydrates at once fetches for the first answer. */
const answersFile = new RegExp(String.raw`^${answersGroup}\.[^.]+\.js$`);

/**
 * Adds the names of the modules that the islands of a page import, so that a browser fetches them in parallel: in the
 * head of the page for islands that hydrate at once, in the attribute `data-modules` for islands that hydrate on
 * interaction (`islands/interaction/directive.ts`). The attribute `data-answers` names those that the first answer adds
 * to an island that hydrates at once (`elements/earlyQuestion.ts`).
 */
export class ModulePreloads {
  readonly #assets: string;
  readonly #imports = new Map<string, readonly string[]>();
  #answers: readonly string[] | undefined;

  /** `assets` is the folder of the files for browsers. */
  constructor(assets: string) {
    this.#assets = assets;
  }

  /**
   * Returns the page with these names, or the same page if it has no islands. Works on bytes, because decoding and
   * encoding a page takes a tenth of the time of its rendering.
   */
  addTo(page: Buffer): Buffer {
    const insertions: Insertion[] = [];
    const atOnce = new Set<string>();
    for (let at = page.indexOf(islandStart); at !== -1;) {
      const end = page.indexOf(' client="', at);
      if (end === -1) break;
      const tag = page.toString('latin1', at, end);
      const [client] = /^\w+/.exec(page.toString('latin1', end + 9, end + 40)) ?? [];
      if (client === 'load') this.#collectFor(tag, atOnce);
      const modules = client === 'interaction' ? this.#importedBy(tag) : this.#answersAfter(atOnce);
      if (modules.length > 0) {
        const name = client === 'interaction' ? 'data-modules' : 'data-answers';
        insertions.push({ at: at + islandStart.length, text: `${name}="${modules.join(' ')}" ` });
      }
      at = page.indexOf(islandStart, end);
    }
    const links = [...atOnce].map((path) => `<link rel="modulepreload" href="${path}">`).join('');
    const charset = links === '' ? -1 : page.indexOf(charsetStart);
    if (charset !== -1) insertions.unshift({ at: page.indexOf('>', charset) + 1, text: links });
    return insertions.length === 0 ? page : withInsertions(page, insertions);
  }

  /** Returns the modules that an island imports, without its component and renderer, which it requests itself. */
  #importedBy(tag: string): string[] {
    const modules = new Set<string>();
    const own = new Set(this.#collectFor(tag, modules));
    return [...modules].filter((path) => !own.has(path));
  }

  /** Returns the modules that the first answer adds to those that are fetched at once; none if nothing is. */
  #answersAfter(atOnce: ReadonlySet<string>): string[] {
    if (atOnce.size === 0) return [];
    this.#answers ??= this.#findAnswers();
    return this.#answers.filter((path) => !atOnce.has(path));
  }

  #findAnswers(): string[] {
    const name = readdirSync(join(this.#assets, '_astro')).find((file) => answersFile.test(file));
    const modules = new Set<string>();
    if (name !== undefined) this.#collect(`/_astro/${name}`, modules);
    return [...modules];
  }

  #collectFor(tag: string, modules: Set<string>): string[] {
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

type Insertion = { at: number; text: string };

/** `insertions` are sorted by position. Returns a buffer with its own memory, which can be transferred to a thread. */
function withInsertions(page: Buffer, insertions: readonly Insertion[]): Buffer {
  const texts = insertions.map(({ at, text }) => ({ at, bytes: Buffer.from(text) }));
  const added = texts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const result = Buffer.allocUnsafeSlow(page.length + added);
  let from = 0;
  let written = 0;
  for (const { at, bytes } of texts) {
    written += page.copy(result, written, from, at);
    written += bytes.copy(result, written);
    from = at;
  }
  page.copy(result, written, from);
  return result;
}
