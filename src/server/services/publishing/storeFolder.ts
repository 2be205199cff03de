import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { decodeFilePath } from '#domain/pageFiles.ts';
import { type Language, languages } from '#domain/languages.ts';
import { gptPath, privacyPath } from '#domain/urls.ts';
import {
  contentSecurityPolicy,
  toastStyles,
} from '#site/contentSecurityPolicy.ts';
import { htmlType, isText, typeOfFile } from '#site/fileTypes.ts';
import { inlineContent } from '#site/inlineContent.ts';
import {
  type Headers,
  ManifestBuilder,
  type ManifestContent,
} from '#site/manifest.ts';
import type { SiteFolder } from '#site/siteFolder.ts';
import { keep } from '#site/store.ts';

export type RenderedFolder = {
  /** The rendered site: `en.html` or `en/index.html` become `/en`. */
  folder: string;
  /** Ids of GPTs that were removed and answer 410. */
  removedGpts: readonly string[];
  /** Files that keep their name as it is, as paths: `/policy.html`. */
  verbatim: ReadonlySet<string>;
  progress: (line: string) => void;
};

const filesAtOnce = 8;
const progressEveryFiles = 2_000;

/** Puts every file of a rendered folder into the store and answers what a release of it serves. */
export async function storeFolder(
  site: SiteFolder,
  input: RenderedFolder,
): Promise<ManifestContent> {
  const builder = new ManifestBuilder();
  const injectedStyles = toastStyles();
  const found = await readdir(input.folder, { recursive: true, withFileTypes: true });
  const queue = found.filter((entry) => entry.isFile()).values();
  let stored = 0;
  const work = async () => {
    for (const entry of queue) {
      const file = relative(input.folder, join(entry.parentPath, entry.name));
      const name = `/${file.split(sep).join('/')}`;
      const content = await readFile(join(input.folder, file));
      const type = typeOfFile(name);
      const headers = headersOf(name, type, content, injectedStyles);
      const isVerbatim = input.verbatim.has(name) || name === privacyPath;
      const path = isVerbatim ? encodePath(name) : pathOfFile(name);
      const hash = await keep(site.store, content, type);
      builder.add(path, { hash, type, status: statusOf(path) }, headers);
      stored += 1;
      if (stored % progressEveryFiles === 0) input.progress(`Stored ${stored} files`);
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, work));
  for (const language of languages) addRemoved(builder, language, input.removedGpts);
  return builder.finish();
}

/** `/en.html` and `/en/index.html` are both `/en`, `/en/gpts/a~2Fb.html` is `/en/gpts/a%2Fb`; others keep their name. */
function pathOfFile(name: string): string {
  if (!name.endsWith('.html')) return encodePath(name);
  const path = name.slice(0, -'.html'.length).replace(/\/index$/, '');
  return encodePath(path, decodeFilePath) || '/';
}

function encodePath(path: string, decode = (segment: string) => segment): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(decode(segment)))
    .join('/');
}

function statusOf(path: string): number {
  const status = /^(?:\/[^/]+)?\/(404|410)$/.exec(path)?.[1];
  return status === undefined ? 200 : Number(status);
}

function addRemoved(builder: ManifestBuilder, language: Language, ids: readonly string[]): void {
  const page = builder.get(`/${language}/410`) ?? builder.get(`/${language}/404`);
  if (page === undefined) return;
  for (const id of ids) {
    builder.add(gptPath(language, id), { ...page, status: 410 }, builder.headersOf(page));
  }
}

function headersOf(
  name: string,
  type: string,
  content: Buffer,
  injectedStyles: readonly string[],
): Headers {
  if (name.startsWith('/_astro/')) {
    return { 'cache-control': 'public, max-age=31536000, immutable' };
  }
  if (type !== htmlType) {
    return { 'cache-control': isText(type) ? 'no-cache' : 'public, max-age=3600' };
  }
  const inline = inlineContent(content.toString('utf8'));
  if (inline.forbidden.length > 0) {
    throw new Error(
      `${name} has attributes that the site’s policy forbids: ${inline.forbidden.slice(0, 3).join(', ')}`,
    );
  }
  return {
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy(inline, injectedStyles),
  };
}
