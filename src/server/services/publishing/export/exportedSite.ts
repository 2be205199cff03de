import { createHash } from 'node:crypto';
import { chatPath, splitLanguage } from '#domain/urls.ts';
import { modelGroups, models } from '#domain/models.ts';
import { languagePage } from '#server/services/publishing/export/languagePage.ts';
import { contentSecurityPolicy } from '#release/contentSecurityPolicy.ts';
import { htmlType } from '#release/fileTypes.ts';
import { inlineContent } from '#release/inlineContent.ts';
import {
  type Headers,
  type Manifest,
  type ManifestFile,
  currentRelease,
  listReleases,
  readRelease,
} from '#release/manifest.ts';
import type { SiteFolder } from '#release/siteFolder.ts';

/** A file that is exported. */
export type ExportedFile = {
  /** Its URL path, decoded, without the first slash: `de/tags/ämter`. */
  place: string;
  /** A page’s path says nothing about its type; files of folders get the end `.html` for it. */
  isPage: boolean;
  /** Whether it lies in the store or is made for the export. */
  content: { kind: 'stored'; hash: string } | { kind: 'made'; text: string };
  type: string;
  headers: Headers;
};

export type ExportedSite = {
  release: { id: string; created: string };
  files: readonly ExportedFile[];
};

/** The folder that web servers and workers look up beside the pages; no address of the site begins like it. */
export const hostFolder = '_host';

/** Where files lie whose names are made from what they hold. */
const hashedFile = /^\/(?:_astro|og|blog-images|glyphs)\//;
/** The names of error pages (`/en/404`): what they say is not said about their own address. */
const errorPage = /^\/[^/]+\/(?:404|410)$/;

/**
 * Everything that an export of the served release holds: its files, hashed files of the other kept releases, because
 * pages that are open still ask for them, and what a host looks up. Throws when nothing is served.
 */
export async function readExportedSite(site: SiteFolder): Promise<ExportedSite> {
  const id = await currentRelease(site);
  if (id === undefined) throw new Error('No release is served here yet: npm run publish-site');
  const release = await readRelease(site, id);
  const files = new Map<string, ExportedFile>();
  for (const made of hostFiles()) files.set(made.place, made);
  addRelease(files, release, () => true);
  for (const other of (await listReleases(site)).filter((one) => one !== id)) {
    const manifest = await readRelease(site, other).catch(() => undefined);
    if (manifest) addRelease(files, manifest, (path) => hashedFile.test(path));
  }
  return { release: { id, created: release.created }, files: [...files.values()] };
}

/** A digest of what a file holds. */
export function contentMark({ content }: ExportedFile): string {
  if (content.kind === 'stored') return content.hash;
  return createHash('sha256').update(content.text).digest('hex');
}

/** An empty file that says something by being there: a web server finds it without being told anew. */
export function marker(name: string): ExportedFile {
  return {
    place: `${hostFolder}/${name}`,
    isPage: false,
    content: { kind: 'made', text: '' },
    type: 'application/octet-stream',
    headers: {},
  };
}

/** Adds what is wanted of a release; a place that is taken stays as it is. */
function addRelease(
  files: Map<string, ExportedFile>,
  { files: paths, headers }: Manifest,
  isWanted: (path: string) => boolean,
): void {
  const wanted = Object.entries(paths).filter(([path]) => isWanted(path));
  // A path without an encoded slash is the one that is meant where two decode to the same.
  for (const [path, file] of wanted.toSorted(plainFirst)) {
    const exported = exportedFile(path, file, headers[file.headers] ?? {});
    if (exported && !files.has(exported.place)) files.set(exported.place, exported);
  }
}

/** `undefined` for a path that no file can have: it is left to the server. */
function exportedFile(
  path: string,
  { hash, type, status }: ManifestFile,
  headers: Headers,
): ExportedFile | undefined {
  const place = decodeURIComponent(path.slice(1));
  if (!isPlace(place)) return undefined;
  if (status !== 200 && !errorPage.test(path)) return marker(`gone/${place}`);
  const isPage = type === htmlType && !/^[^/]+\.html$/.test(place);
  return { place, isPage, content: { kind: 'stored', hash }, type, headers };
}

/** Whether file systems and buckets take it as a name, compressed forms beside it included. */
function isPlace(place: string): boolean {
  const segments = place.split('/');
  if (segments[0] === hostFolder || Buffer.byteLength(place) > 900) return false;
  // oxlint-disable-next-line no-control-regex -- control characters are what must not pass
  const isOdd = (name: string) => /^(?:|\.|\.\.)$|[\u0000-\u001f\u007f\\]/.test(name);
  return !segments.some((name) => isOdd(name) || Buffer.byteLength(name) > 240);
}

function hostFiles(): ExportedFile[] {
  const text = languagePage();
  const headers = {
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy(inlineContent(text), []),
  };
  const place = `${hostFolder}/language`;
  const page: ExportedFile = {
    place,
    isPage: true,
    content: { kind: 'made', text },
    type: htmlType,
    headers,
  };
  return [page, ...movedChats().map((path) => marker(`server${path}`))];
}

/** Chats with a model under a group that is not its own, without language: the server leads to the right one. */
function movedChats(): string[] {
  return models.flatMap((model) =>
    modelGroups
      .filter((group) => group !== model.group)
      .map((group) => splitLanguage(chatPath('en', { group, model: model.id })).rest),
  );
}

function plainFirst([one]: [string, unknown], [other]: [string, unknown]): number {
  return Number(/%2F/i.test(one)) - Number(/%2F/i.test(other));
}
