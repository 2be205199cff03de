import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isForeignFile, withoutMark } from '#domain/site/foreignFiles.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { policyPath } from '#domain/site/sitePaths.ts';
import { postPath } from '#domain/blog/blogPaths.ts';
import { helpPath, isHelpName } from '#domain/help/helpPaths.ts';
import { plainMarkdown } from '#server/services/search/plainMarkdown.ts';
import { textHash } from '#server/services/search/textHash.ts';
import type { ReadPage } from '#server/services/search/passages/chooseSources.ts';

/** How long files are cached: editors change posts while the server runs. */
const cacheMilliseconds = 600_000;

const policyKinds = ['privacy', 'terms', 'refunds'] as const;

type Post = Pick<ReadPage, 'kind' | 'url' | 'title' | 'date' | 'text' | 'text_hash'> & {
  language: Language;
};

/** Reads the texts of the blog, the help pages and the policies in all languages from the project's content, with a cache. */
export class SitePosts {
  readonly #content: string;
  #posts: Promise<Post[]> | undefined;
  #readAt = 0;

  /** `content` is the folder that has `blog/{language}`, `help/{language}` and `policies/{language}`. */
  constructor(content: string) {
    this.#content = content;
  }

  async read(language: Language, host: string, now: Date): Promise<ReadPage[]> {
    if (this.#posts === undefined || now.getTime() - this.#readAt > cacheMilliseconds) {
      this.#posts = this.#readAll();
      this.#readAt = now.getTime();
    }
    const posts = await this.#posts;
    return posts
      .filter((post) => post.language === language)
      .map(({ language: _, ...post }) => ({ ...post, host, fetched: now.toISOString() }));
  }

  async #readAll(): Promise<Post[]> {
    const folders = languages.map(async (language) => {
      const posts = await readFolder(join(this.#content, 'blog', language), 'post', (slug) =>
        postPath(language, slug),
      );
      const help = await readFolder(join(this.#content, 'help', language), 'help', (slug) =>
        isHelpName(slug) ? helpPath(language, slug) : undefined,
      );
      const policies = await readFolder(join(this.#content, 'policies', language), 'help', (slug) =>
        findPolicyPath(language, slug),
      );
      return [...posts, ...help, ...policies].map((post) => ({ ...post, language }));
    });
    return (await Promise.all(folders)).flat();
  }
}

function findPolicyPath(language: Language, slug: string): string | undefined {
  const kind = policyKinds.find((one) => one === slug);
  return kind && policyPath(language, kind);
}

async function readFolder(
  folder: string,
  kind: 'post' | 'help',
  pathOf: (slug: string) => string | undefined,
): Promise<Omit<Post, 'language'>[]> {
  const names = await readdir(folder).catch(() => []);
  const posts: Omit<Post, 'language'>[] = [];
  for (const name of names.filter((one) => one.endsWith('.md') && !isForeignFile(one))) {
    const url = pathOf(name.slice(0, -'.md'.length));
    const post =
      url === undefined
        ? undefined
        : readPost(withoutMark(await readFile(join(folder, name), 'utf8')));
    if (url !== undefined && post) posts.push({ ...post, kind, url });
  }
  return posts;
}

function readPost(file: string): Omit<Post, 'kind' | 'url' | 'language'> | undefined {
  const [, front = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(file) ?? [];
  const fields: unknown = parse(front);
  const { title, description, date, updated, draft } = (fields ?? {}) as Record<string, unknown>;
  if (draft === true || typeof title !== 'string') return undefined;
  const text = [title, typeof description === 'string' ? description : '', plainMarkdown(body)]
    .filter((part) => part !== '')
    .join('\n\n');
  return { title, date: dayIn(updated) ?? dayIn(date), text, text_hash: textHash(text) };
}

/** Returns the day of a date in YAML, which may be parsed as a `Date`. */
function dayIn(value: unknown): string | null {
  const text = value instanceof Date ? value.toISOString() : value;
  return typeof text === 'string' ? (/^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? null) : null;
}
