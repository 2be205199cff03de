import { languages } from '#domain/languages/languages.ts';
import { chatShellPath } from '#domain/chat/chatPaths.ts';
import { digestOf, policyOf, toastStyles } from '#release/contentSecurityPolicy.ts';
import { htmlType, isHashed, isText, typeOfFile } from '#release/fileTypes.ts';
import type { Headers, ManifestFile } from '#release/manifest.ts';
import { type Effort, keep, keepNow } from '#release/contentStore.ts';
import { type AssembledPage, PageAssembler } from '#builder/pageAssembler.ts';

export type StoredFile = { file: Omit<ManifestFile, 'headers'>; headers: Headers };

const injectedStyles = toastStyles().map((text) => digestOf(text));

export type PageToStore = {
  store: string;
  path: string;
  body: Buffer;
  type: string;
  /** The file for hashes of fast compressed pages. Without it, pages are compressed at the final quality. */
  recompressList?: string | undefined;
};

/**
 * Stores a rendered page, synchronously, with the pieces that `assembler` has for its markers. Throws if the page has
 * attributes that its Content-Security-Policy forbids.
 */
export function storePage(
  { store, path, body, type, recompressList }: PageToStore,
  assembler = new PageAssembler(),
): StoredFile {
  const status = statusOf(path);
  if (!type.startsWith('text/html')) {
    const fileType = typeOfFile(path);
    const hash = keepNow(store, body, fileType, recompressList);
    return { file: { hash, type: fileType, status }, headers: headersOfFile(path, fileType) };
  }
  const page = assembler.assemble(body);
  const headers = pageHeaders(path, page);
  const later = firstPage.test(path) ? 'thorough' : 'idle';
  const hash = keepNow(store, page.body, htmlType, recompressList, later);
  return { file: { hash, type: htmlType, status }, headers };
}

/**
 * Pages with which many visits begin. They are few, so they can get the best compression, which takes a second for a dozen
 * of them.
 */
const firstPage = /^\/[^/]+(\/[^/]+|\/(blog|categories|collections|help|ranking)\/[^/]+)?$/;

/** Stores a file that is not rendered: an asset, a picture, or a file of the operator. */
export async function storeFile(
  store: string,
  path: string,
  body: Buffer,
  effort?: Effort,
): Promise<StoredFile> {
  const type = typeOfFile(path);
  if (type === htmlType) return storePage({ store, path, body, type });
  const hash = await keep(store, body, type, effort);
  return { file: { hash, type, status: 200 }, headers: headersOfFile(path, type) };
}

function headersOfFile(path: string, type: string): Headers {
  if (isHashed(path)) {
    return { 'cache-control': 'public, max-age=31536000, immutable' };
  }
  return { 'cache-control': isText(type) ? 'no-cache' : 'public, max-age=3600' };
}

function pageHeaders(path: string, page: AssembledPage): Headers {
  const { ownHtml, scripts, styles, forbidden } = page;
  if (forbidden.length > 0) {
    throw new Error(
      `${path} has attributes that the site’s policy forbids: ${forbidden.slice(0, 3).join(', ')}`,
    );
  }
  return {
    'cache-control': 'no-cache',
    'content-security-policy': policyOf(
      { scripts, styles: [...styles, ...injectedStyles] },
      isChatArea(path),
    ),
    ...modulesHeader(ownHtml),
  };
}

/** Returns the `Link` header with the modules in the head of the page (`modulePreloads.ts`), for an earlier preload. */
function modulesHeader(html: string): Headers {
  const modules = [...html.matchAll(/<link rel="modulepreload" href="([^"<>]+)">/g)];
  if (modules.length === 0) return {};
  return { link: modules.map(([, path]) => `<${path}>; rel=modulepreload`).join(', ') };
}

/** Returns the modules in the `Link` header. */
export function modulesIn({ link = '' }: Headers): string[] {
  return [...link.matchAll(/<([^>]+)>; rel=modulepreload/g)].map(([, path]) => path ?? '');
}

/** Whether the page is the chat area of a language. */
function isChatArea(path: string): boolean {
  return languages.some((language) => path === chatShellPath(language));
}

function statusOf(path: string): number {
  const status = /^(?:\/[^/]+)?\/(404|410)$/.exec(path)?.[1];
  return status === undefined ? 200 : Number(status);
}
