import { languages } from '#domain/languages/languages.ts';
import { join } from 'node:path';
import { type SiteFolder, readIfThere } from '#release/siteFolder.ts';
import { parseChecked } from '#domain/json.ts';
import { recordOf } from '#release/recordOf.ts';
import * as z from 'zod/mini';

/** Digest of the view, time of the last change (`catalog/modified.ts`), and whether search engines may list the page. */
const builtPage = z.readonly(z.tuple([z.string(), z.string(), z.literal([0, 1])]));

const builtGroup = z.object({
  /** Digest of the inputs of its pages; `null` if each page is compared instead. */
  inputs: z.nullable(z.string()),
  /** By path. */
  pages: recordOf(builtPage),
  /** Paths of the preview pictures of its pages. */
  images: z.readonly(z.array(z.string())),
});

/** The digests of all inputs of a release, stored with the release. The next publish compares them to find changes. */
const buildRecord = z.object({
  /** The related GPTs of each GPT, valid as long as labels and order of the catalogue are the same. */
  related: z.object({
    index: z.string(),
    ids: z.record(z.string(), z.readonly(z.array(z.string()))),
  }),
  /** For each language, a digest of its messages and of the code. */
  languageDigests: z.record(z.enum(languages), z.string()),
  /** The keys of the sitemap’s files, by path. */
  sitemap: recordOf(z.string()),
  /** A digest of the inputs that all pages share. */
  siteDigest: z.string(),
  /** Digests of the lines of the snapshot that this code has validated. */
  lines: recordOf(z.string()),
  /** The groups of pages of each route, by their keys with a leading slash. */
  groups: recordOf(recordOf(builtGroup)),
});

export type BuiltPage = z.output<typeof builtPage>;
export type BuiltGroup = Readonly<z.output<typeof builtGroup>>;
export type BuildRecord = z.output<typeof buildRecord>;
export type BuiltGroups = BuildRecord['groups'];

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
