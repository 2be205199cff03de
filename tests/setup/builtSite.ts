import { inject } from 'vitest';
import { htmlType } from '#release/fileTypes.ts';
import { type Headers, type Manifest, currentRelease, readRelease } from '#release/manifest.ts';
import { siteFolder } from '#release/siteFolder.ts';
import { readStored } from '#release/contentStore.ts';
import type { Language } from '#domain/languages.ts';
import { splitLanguage } from '#domain/urls.ts';

export type BuiltPage = {
  /** As in the manifest: segments encoded, without a trailing slash. */
  path: string;
  /** `undefined` for the few pages that belong to no language. */
  language: Language | undefined;
  /** Which layout it stands in: pages of the directory must cost next to nothing. */
  layout: 'directory' | 'chat' | 'verbatim';
  status: number;
  headers: Headers;
  html: string;
};

export type BuiltSite = {
  manifest: Manifest;
  pages: readonly BuiltPage[];
  /** The page of this path. Throws when there is none. */
  page(path: string): BuiltPage;
  /** The text of any file of the release. */
  text(path: string): Promise<string>;
};

let opened: Promise<BuiltSite> | undefined;

/** The site that `tests/setup/site.ts` published for this run, read once for all files of a worker. */
export function openBuiltSite(): Promise<BuiltSite> {
  opened ??= readSite();
  return opened;
}

async function readSite(): Promise<BuiltSite> {
  const site = siteFolder(inject('siteDataDir'));
  const id = await currentRelease(site);
  if (id === undefined) throw new Error('No site was published');
  const manifest = await readRelease(site, id);
  const paths = Object.entries(manifest.files).filter(([, { type }]) => type === htmlType);
  const pages = await Promise.all(
    paths.map(async ([path, file]) => ({
      path,
      language: splitLanguage(path).language,
      layout: layoutOf(path),
      status: file.status,
      headers: manifest.headers[file.headers] ?? {},
      html: (await readStored(site.store, file.hash, 'identity')).toString(),
    })),
  );
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return {
    manifest,
    pages,
    page: (path) => {
      const page = byPath.get(path);
      if (page === undefined) throw new Error(`The site has no page ${path}`);
      return page;
    },
    text: async (path) => {
      const hash = manifest.files[path]?.hash ?? '';
      return (await readStored(site.store, hash, 'identity')).toString();
    },
  };
}

/** Pages outside of the directory: the chat area, signing in, shared conversations. */
const outside = new Set(['/chat', '/login', '/orders', '/pay', '/s']);

function layoutOf(path: string): BuiltPage['layout'] {
  if (path.endsWith('.html') || path === '/') return 'verbatim';
  const { language, rest } = splitLanguage(path);
  return language === undefined || outside.has(rest) ? 'chat' : 'directory';
}
