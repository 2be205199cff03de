import type { CheckedLines } from '#catalog/readSnapshot.ts';
import type { RelatedMemory } from '#catalog/related.ts';
import type { Language } from '#domain/languages.ts';
import { join } from 'node:path';
import { type SiteFolder, readIfThere } from '#release/siteFolder.ts';

/** The digests of all that a release was made of. It is kept beside the release, so that the next publish finds changes. */
export type BuildRecord = {
  /** The related GPTs of each GPT, good as long as labels and order of the catalogue are the same. */
  related: RelatedMemory;
  /** Digests of the messages of each language and the code that renders its pages; `languageDigests` elsewhere. */
  contexts: Readonly<Record<Language, string>>;
  /** The keys of the sitemap’s files, by path. */
  sitemap: Readonly<Record<string, string>>;
  /** A digest of all that every page is made of. */
  siteDigest: string;
  /** Digests of the lines of the snapshot, which this code has checked. */
  lines: CheckedLines;
  groups: BuiltGroups;
};

/** The groups of pages of each route, by their keys behind a slash. */
export type BuiltGroups = Readonly<Record<string, Readonly<Record<string, BuiltGroup>>>>;

export type BuiltGroup = {
  /** Digest of all that its pages are made of; `null` where each page is compared. */
  inputs: string | null;
  /** By path. */
  pages: Readonly<Record<string, BuiltPage>>;
  /** Paths of the pictures that stand for its pages. */
  images: readonly string[];
};

/** Digest of the page’s view, when its content changed last (`catalog/modified.ts`), and 1 where search engines may list it. */
export type BuiltPage = readonly [content: string, modified: string, isListed: 0 | 1];

/** Returns the path of the record of a release. */
export function buildRecordFile(site: Pick<SiteFolder, 'built'>, release: string): string {
  return join(site.built, `${release}.json`);
}

/** Returns the record of a release; `undefined` where there is none, and everything is made again. */
export async function readBuildRecord(
  site: Pick<SiteFolder, 'built'>,
  release: string,
): Promise<BuildRecord | undefined> {
  const text = await readIfThere(buildRecordFile(site, release));
  try {
    return text === undefined ? undefined : (JSON.parse(text) as BuildRecord);
  } catch {
    return undefined;
  }
}
