import { open } from 'node:fs/promises';
import { inject } from 'vitest';
import { htmlType } from '#release/fileTypes.ts';
import { type Headers, type Manifest, currentRelease, readRelease } from '#release/manifest.ts';
import { type SiteFolder, siteFolder } from '#release/siteFolder.ts';
import { readStored } from '#release/contentStore.ts';
import type { Day } from '#domain/dates.ts';
import type { TimedRange } from '#domain/ranking/ranking.ts';
import type { Language } from '#domain/languages/languages.ts';
import { splitLanguage } from '#domain/site/urls.ts';
import { readKeptSite } from './site/keptSite.ts';

export type BuiltPage = {
  /** As in the manifest: segments encoded, without a trailing slash. */
  path: string;
  /** `undefined` for the few pages that belong to no language. */
  language: Language | undefined;
  /** The layout of the page: pages of the directory must cost next to nothing. */
  layout: 'directory' | 'chat' | 'verbatim';
  status: number;
  headers: Headers;
  html: string;
};

export type BuiltSite = {
  /** The origin of its addresses. */
  origin: string;
  /** The last day that its numbers include. */
  closedDay: Day;
  manifest: Manifest;
  pages: readonly BuiltPage[];
  /** The page of this path. Throws without one. */
  page(path: string): BuiltPage;
  /** The text of any file of the release. */
  text(path: string): Promise<string>;
  /** The days, weeks or months that have a ranking, newest first. */
  rankedTimes(range: TimedRange): readonly string[];
};

let opened: Promise<BuiltSite> | undefined;

/** The site of this run (`tests/setup/site.ts`), read once for all files of a worker. */
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
    origin: `http://localhost:${readKeptSite(inject('siteDataDir'))?.port}`,
    closedDay: await readClosedDay(site),
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
    rankedTimes: (range) => {
      const first = `/en/ranking/${range}/`;
      const found = pages.filter(({ path }) => path.startsWith(first));
      return found
        .map(({ path }) => path.slice(first.length))
        .toSorted()
        .toReversed();
    },
  };
}

async function readClosedDay({ snapshot }: SiteFolder): Promise<Day> {
  const file = await open(snapshot);
  try {
    for await (const line of file.readLines()) {
      return (JSON.parse(line) as { closed_day: Day }).closed_day;
    }
  } finally {
    await file.close();
  }
  throw new Error('The snapshot is empty');
}

/** Pages outside of the directory: the chat area, signing in, shared conversations. */
const outside = new Set(['/chat', '/login', '/orders', '/pay', '/s']);

function layoutOf(path: string): BuiltPage['layout'] {
  if (path.endsWith('.html') || path === '/') return 'verbatim';
  const { language, rest } = splitLanguage(path);
  return language === undefined || outside.has(rest) ? 'chat' : 'directory';
}
