import type { CheckedLines } from '#catalog/readSnapshot.ts';
import type { RelatedMemory } from '#catalog/gpts/related.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { join } from 'node:path';
import { type SiteFolder, readIfThere } from '#release/siteFolder.ts';
import { parseChecked } from '#domain/json.ts';
import { recordOf } from '#release/recordOf.ts';
import * as z from 'zod/mini';

/** The digests of all inputs of a release, stored with the release. The next publish compares them to find changes. */
export type BuildRecord = {
  /** The related GPTs of each GPT, valid as long as labels and order of the catalogue are the same. */
  related: RelatedMemory;
  /** For each language, a digest of its messages and of the code. */
  languageDigests: Readonly<Record<Language, string>>;
  /** The keys of the sitemap’s files, by path. */
  sitemap: Readonly<Record<string, string>>;
  /** A digest of the inputs that all pages share. */
  siteDigest: string;
  /** Digests of the lines of the snapshot that this code has validated. */
  lines: CheckedLines;
  groups: BuiltGroups;
};

/** The groups of pages of each route, by their keys with a leading slash. */
export type BuiltGroups = Readonly<Record<string, Readonly<Record<string, BuiltGroup>>>>;

export type BuiltGroup = {
  /** Digest of the inputs of its pages; `null` if each page is compared instead. */
  inputs: string | null;
  /** By path. */
  pages: Readonly<Record<string, BuiltPage>>;
  /** Paths of the preview pictures of its pages. */
  images: readonly string[];
};

/**
 * Digest of the view, time of the last change (`catalog/site/modified.ts`), and whether search engines may list the page.
 */
export type BuiltPage = readonly [content: string, modified: string, isListed: 0 | 1];

const textsByKey = recordOf(z.string());

const buildRecord: z.ZodMiniType<BuildRecord> = z.object({
  related: z.object({
    index: z.string(),
    ids: z.custom<RelatedMemory['ids']>(
      (value) => recordOf(z.array(z.string())).safeParse(value).success,
    ),
  }),
  languageDigests: z.record(z.enum(languages), z.string()),
  sitemap: textsByKey,
  siteDigest: z.string(),
  lines: textsByKey,
  groups: recordOf(
    recordOf(
      z.object({
        inputs: z.nullable(z.string()),
        pages: recordOf(z.tuple([z.string(), z.string(), z.literal([0, 1])])),
        images: z.array(z.string()),
      }),
    ),
  ),
});

/** Returns the path of the record of a release. */
export function buildRecordFile(site: Pick<SiteFolder, 'built'>, release: string): string {
  return join(site.built, `${release}.json`);
}

/** Returns the record of a release; `undefined` if it is missing or damaged. Then everything is rendered again. */
export async function readBuildRecord(
  site: Pick<SiteFolder, 'built'>,
  release: string,
): Promise<BuildRecord | undefined> {
  const text = await readIfThere(buildRecordFile(site, release));
  try {
    return text === undefined ? undefined : parseChecked(buildRecord, text, 'The build record');
  } catch {
    return undefined;
  }
}
