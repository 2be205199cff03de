import type { CheckedLines } from '#catalog/readSnapshot.ts';
import type { Language } from '#domain/languages.ts';
import { join } from 'node:path';
import { type SiteFolder, readIfThere } from '#site/siteFolder.ts';

/** What a release was made of: kept beside it, so that the next publish finds what has changed since. */
export type Built = {
  /** The related GPTs of each GPT, good as long as labels and order of the catalogue are the same. */
  related: RelatedMemory;
  /** Digests of the messages of each language and the code that renders its pages. */
  contexts: Readonly<Record<Language, string>>;
  /** The keys of the sitemap’s files, by path. */
  sitemap: Readonly<Record<string, string>>;
  /** A digest of what all pages are made of. */
  world: string;
  /** Digests of the lines of the snapshot, which this code has checked. */
  lines: CheckedLines;
  groups: BuiltGroups;
};

/** The groups of pages of each route, by their keys behind a slash. */
export type BuiltGroups = Readonly<Record<string, Readonly<Record<string, BuiltGroup>>>>;

export type BuiltGroup = {
  /** Digest of what its pages are made of; `null` where that is not told. */
  inputs: string | null;
  /** By path. */
  pages: Readonly<Record<string, BuiltPage>>;
  /** Paths of the pictures that stand for its pages. */
  images: readonly string[];
};

export type RelatedMemory = { index: string; ids: Readonly<Record<string, readonly string[]>> };

/** Digest of the page’s view, when its content changed last (`catalog/modified.ts`), and 1 where search engines may list it. */
export type BuiltPage = readonly [content: string, modified: string, isListed: 0 | 1];

/** Where what a release was made of lies. */
export function builtFile(site: Pick<SiteFolder, 'built'>, release: string): string {
  return join(site.built, `${release}.json`);
}

/** `undefined` where nothing is known of that release: everything is made anew then. */
export async function readBuilt(
  site: Pick<SiteFolder, 'built'>,
  release: string,
): Promise<Built | undefined> {
  const text = await readIfThere(builtFile(site, release));
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Built);
  } catch {
    return undefined;
  }
}
