import { createHash } from 'node:crypto';
import { chatPath } from '#domain/chat/chatPaths.ts';
import { splitLanguage } from '#domain/site/urls.ts';
import { modelGroups, models } from '#domain/models/models.ts';
import { languagePage } from '#server/services/publishing/export/languagePage.ts';
import { contentSecurityPolicy } from '#release/contentSecurityPolicy.ts';
import { htmlType } from '#release/fileTypes.ts';
import { inlineContent } from '#release/inlineContent.ts';
import {
  type Headers,
  type ManifestContent,
  type ManifestFile,
  currentRelease,
  listReleases,
  readRelease,
} from '#release/manifest.ts';
import { readOldPieces } from '#release/oldPieces.ts';
import type { SiteFolder } from '#release/siteFolder.ts';

export type ExportedFile = {
  /** Its URL path, decoded, without the first slash: `de/tags/ämter`. */
  name: string;
  /** Whether it is a page. Paths of pages have no extension; in folders they get `.html`. */
  isPage: boolean;
  /** Whether the content is in the store or generated for the export. */
  content: { kind: 'stored'; hash: string } | { kind: 'generated'; text: string };
  type: string;
  headers: Headers;
};

/**
 * How an export writes: from the store; all files again or only the changed ones; a call after each file, and one before
 * files leave the export, with their URL paths.
 */
export type ExportOptions = {
  store: string;
  isFull: boolean;
  onFile: () => void;
  beforeRemoval: (names: readonly string[]) => Promise<void>;
};

export type ExportedSite = {
  release: { id: string; created: string };
  files: readonly ExportedFile[];
};

/** The folder with files for web servers and workers; no path of the site begins with this name. */
export const hostFolder = '_host';

/** Folders of files whose names are digests of their contents. */
const hashedFile = /^\/(?:_astro|og|blog-images|glyphs|texts)\//;
/** Paths of error pages (`/en/404`), whose status does not concern their own address. */
const errorPage = /^\/[^/]+\/(?:404|410)$/;

/**
 * Returns all files of an export of the served release: its own files, hashed files of other stored releases and
 * code of removed ones, which open pages may still request, and files for the host. Throws when nothing is served.
 */
export async function readExportedSite(site: SiteFolder): Promise<ExportedSite> {
  const id = await currentRelease(site);
  if (id === undefined) throw new Error('No release is served here yet: npm run publish-site');
  const release = await readRelease(site, id);
  const files = new Map<string, ExportedFile>();
  for (const file of await hostFiles()) files.set(file.name, file);
  addRelease(files, release, () => true);
  for (const other of (await listReleases(site)).filter((one) => one !== id)) {
    const manifest = await readRelease(site, other).catch(() => undefined);
    if (manifest) addRelease(files, manifest, (path) => hashedFile.test(path));
  }
  addRelease(files, await readOldPieces(site), () => true);
  return { release: { id, created: release.created }, files: [...files.values()] };
}

export function contentMark({ content }: ExportedFile): string {
  if (content.kind === 'stored') return content.hash;
  return createHash('sha256').update(content.text).digest('hex');
}

/** Returns an empty file whose existence is information for a web server, which needs no reload to see it. */
export function marker(name: string): ExportedFile {
  return {
    name: `${hostFolder}/${name}`,
    isPage: false,
    content: { kind: 'generated', text: '' },
    type: 'application/octet-stream',
    headers: {},
  };
}

/** Adds files of a release whose names are not taken yet. */
function addRelease(
  files: Map<string, ExportedFile>,
  { files: paths, headers }: ManifestContent,
  isIncluded: (path: string) => boolean,
): void {
  const requested = Object.entries(paths).filter(([path]) => isIncluded(path));
  // If two paths decode to the same name, the one without an encoded slash counts.
  for (const [path, file] of requested.toSorted(plainFirst)) {
    const exported = exportedFile(path, file, headers[file.headers] ?? {});
    if (exported && !files.has(exported.name)) files.set(exported.name, exported);
  }
}

/** Returns `undefined` for a path that cannot be a file name: the server handles it. */
function exportedFile(
  path: string,
  { hash, type, status }: ManifestFile,
  headers: Headers,
): ExportedFile | undefined {
  const name = decodeURIComponent(path.slice(1));
  if (!isFileName(name)) return undefined;
  if (status !== 200 && !errorPage.test(path)) return marker(`gone/${name}`);
  const isPage = type === htmlType && !/^[^/]+\.html$/.test(name);
  return { name, isPage, content: { kind: 'stored', hash }, type, headers };
}

/** Whether file systems and buckets accept the name, also with the suffixes of compressed forms. */
function isFileName(name: string): boolean {
  const segments = name.split('/');
  if (segments[0] === hostFolder || Buffer.byteLength(name) > 900) return false;
  // oxlint-disable-next-line no-control-regex -- control characters are refused
  const isOdd = (name: string) => /^(?:|\.|\.\.)$|[\u0000-\u001f\u007f\\]/.test(name);
  return !segments.some((name) => isOdd(name) || Buffer.byteLength(name) > 240);
}

async function hostFiles(): Promise<ExportedFile[]> {
  const text = await languagePage();
  const headers = {
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy(inlineContent(text), []),
  };
  const name = `${hostFolder}/language`;
  const page: ExportedFile = {
    name,
    isPage: true,
    content: { kind: 'generated', text },
    type: htmlType,
    headers,
  };
  return [page, ...movedChats().map((path) => marker(`server${path}`))];
}

/** Returns paths of chats with a model under a wrong group, without language: the server redirects them. */
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
