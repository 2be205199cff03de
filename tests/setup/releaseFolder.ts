import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { checkContent } from '#builder/buildSite.ts';
import { storeFile, storePage } from '#builder/releaseFiles.ts';
import { decodeFilePath } from '#domain/site/pageFiles.ts';
import { languages } from '#domain/languages/languages.ts';
import { gptPath } from '#domain/gpts/gptPaths.ts';
import { cleanSite } from '#release/removeOldReleases.ts';
import { htmlType } from '#release/fileTypes.ts';
import {
  type Manifest,
  type ManifestContent,
  currentRelease,
  manifestDigest,
  readRelease,
  switchTo,
  writeRelease,
} from '#release/manifest.ts';
import { ManifestBuilder } from '#release/manifestBuilder.ts';
import type { SiteFolder } from '#release/siteFolder.ts';

export type FolderOutcome = { kind: 'published' | 'unchanged'; release: Manifest };

/** Makes a release of a folder of files and serves it: as a publish does, but for where the pages come from. */
export async function releaseFolder(
  site: SiteFolder,
  folder: string,
  removedGpts: readonly string[],
): Promise<FolderOutcome> {
  const builder = new ManifestBuilder();
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of found.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    await addFile(site, builder, `/${relative(folder, file)}`, await readFile(file));
  }
  for (const language of languages) addRemoved(builder, language, removedGpts);
  checkContent(builder);
  const content = JSON.parse(builder.pack().json.toString()) as ManifestContent;
  const currentId = await currentRelease(site);
  const current =
    currentId === undefined ? undefined : await readRelease(site, currentId).catch(() => undefined);
  if (current && manifestDigest(current) === manifestDigest(content)) {
    return { kind: 'unchanged', release: current };
  }
  const release = await writeRelease(site, content, new Date());
  await switchTo(site, release.id);
  await cleanSite(site);
  return { kind: 'published', release };
}

async function addFile(
  { store }: SiteFolder,
  builder: ManifestBuilder,
  name: string,
  body: Buffer,
): Promise<void> {
  const isPage = name.endsWith('.html') && name !== '/policy.html';
  const path = isPage ? pathOfPage(name) : encodePath(name);
  const { file, headers } = name.endsWith('.html')
    ? storePage({ store, path, body, type: htmlType })
    : await storeFile(store, path, body);
  builder.add(path, file, headers);
}

/** `/en/gpts/a~2Fb.html` is `/en/gpts/a%2Fb`. */
function pathOfPage(name: string): string {
  const path = name.slice(0, -'.html'.length).replace(/\/index$/, '');
  return encodePath(path, decodeFilePath) || '/';
}

function encodePath(path: string, decode = (segment: string) => segment): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(decode(segment)))
    .join('/');
}

function addRemoved(builder: ManifestBuilder, language: string, ids: readonly string[]): void {
  const page = builder.get(`/${language}/410`) ?? builder.get(`/${language}/404`);
  if (page === undefined) return;
  for (const id of ids) {
    const path = gptPath(language as 'en', id);
    builder.add(path, { ...page, status: 410 }, builder.headersOf(page));
  }
}
