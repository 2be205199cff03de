import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Manifest } from '#release/manifest.ts';
import type { Random } from './random.ts';

/** A page as it was answered, and a file that it names. */
type Seen = { path: string; tag: string; file: string; fileTag: string };

const named =
  /(?:src|href|content|data-src|data-texts)="(?:https:\/\/[^/"]+)?(\/(?:_astro|og|blog-images|glyphs|texts)\/[^"?#]+)/g;
const pauseMilliseconds = 20;

/** Visitors who load pages of a server, one after the other, with a part of the files that these name. */
export class SiteVisitors {
  readonly problems: string[] = [];
  /** How many pages they loaded. */
  pages = 0;
  readonly #url: string;
  readonly #random: Random;
  readonly #seen = new Map<string, Seen>();
  readonly #visits: Promise<void>[];
  #stopped = false;

  constructor(url: string, paths: readonly string[], count: number, random: Random) {
    this.#url = url;
    this.#random = random;
    this.#visits = Array.from({ length: count }, () => this.#visit(paths));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#visits);
  }

  /** The visited pages that no release of these contains together. */
  strangers(releases: Iterable<Manifest>): string[] {
    const all = [...releases];
    const isIn = ({ files }: Manifest, path: string, tag: string) =>
      files[path]?.hash.startsWith(tag) === true;
    return [...this.#seen.values()]
      .filter(
        ({ path, tag, file, fileTag }) =>
          !all.some((one) => isIn(one, path, tag) && isIn(one, file, fileTag)),
      )
      .map(({ path, tag, file }) => `${path} (${tag}) with ${file}`);
  }

  async #visit(paths: readonly string[]): Promise<void> {
    while (!this.#stopped) {
      await this.#load(this.#random.pick(paths)).catch((error: unknown) => {
        this.problems.push(String(error));
      });
      await pause(pauseMilliseconds);
    }
  }

  async #load(path: string): Promise<void> {
    const page = await this.#get(path);
    this.pages += 1;
    const html = page.body.toString('utf8');
    if (!html.trimEnd().endsWith('</html>')) this.problems.push(`${path} is not whole`);
    const files = [...new Set([...html.matchAll(named)].map(([, file = '']) => file))];
    if (files.length === 0) this.problems.push(`${path} names no file`);
    for (const file of [this.#random.pick(files), this.#random.pick(files)]) {
      const { tag: fileTag } = await this.#get(file);
      this.#seen.set(`${path} ${page.tag} ${file}`, { path, tag: page.tag, file, fileTag });
    }
  }

  /** Checks that the answer is a whole one, by the name that the server gives it. */
  async #get(path: string): Promise<{ tag: string; body: Buffer }> {
    const response = await fetch(`${this.#url}${path}`, { redirect: 'manual' });
    const body = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200) this.problems.push(`${path} answers ${response.status}`);
    const tag = /^"(\w+)/.exec(response.headers.get('etag') ?? '')?.[1] ?? 'none';
    const digest = createHash('sha256').update(body).digest('hex');
    if (!digest.startsWith(tag)) this.problems.push(`${path} is not what its ETag ${tag} says`);
    return { tag, body };
  }
}
