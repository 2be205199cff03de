import { languages } from '#domain/languages.ts';
import { chatShellPath } from '#domain/urls.ts';
import { contentSecurityPolicy, toastStyles } from '#release/contentSecurityPolicy.ts';
import { htmlType, isHashed, isText, typeOfFile } from '#release/fileTypes.ts';
import { inlineContent } from '#release/inlineContent.ts';
import type { Headers, ManifestFile } from '#release/manifest.ts';
import { type Effort, keep, keepNow } from '#release/contentStore.ts';

export type StoredFile = { file: Omit<ManifestFile, 'headers'>; headers: Headers };

const injectedStyles = toastStyles();

export type PageToStore = {
  store: string;
  path: string;
  body: Buffer;
  /** The status that the page itself names. */
  type: string;
  /** Where to note pages that are compressed fast; without it they are compressed as they stay. */
  recompressList?: string | undefined;
};

/** Keeps a rendered page in the store, synchronously. Throws where its attributes break the site’s policy. */
export function storePage({ store, path, body, type, recompressList }: PageToStore): StoredFile {
  const isPage = type.startsWith('text/html');
  const servedType = isPage ? htmlType : typeOfFile(path);
  const headers = isPage ? pageHeaders(path, body) : headersOfFile(path, servedType);
  const hash = keepNow(store, body, servedType, recompressList);
  return { file: { hash, type: servedType, status: statusOf(path) }, headers };
}

/** Keeps a file that nothing rendered: an asset, a picture, something of the operator's. */
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

function pageHeaders(path: string, body: Buffer): Headers {
  // The ends of tags and scripts are ASCII, so nothing needs to be decoded: each byte is a character.
  const html = body.toString('latin1');
  const inline = inlineContent(html);
  if (inline.forbidden.length > 0) {
    throw new Error(
      `${path} has attributes that the site’s policy forbids: ${inline.forbidden.slice(0, 3).join(', ')}`,
    );
  }
  return {
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy(
      inline,
      injectedStyles,
      isChatArea(path),
      'latin1',
    ),
    ...modulesHeader(html),
  };
}

/** The modules that a page names in its head (`modulePreloads.ts`), for browsers to ask for before they read it. */
function modulesHeader(html: string): Headers {
  const modules = [...html.matchAll(/<link rel="modulepreload" href="([^"<>]+)">/g)];
  if (modules.length === 0) return {};
  return { link: modules.map(([, path]) => `<${path}>; rel=modulepreload`).join(', ') };
}

/** The modules that these headers name. */
export function modulesIn({ link = '' }: Headers): string[] {
  return [...link.matchAll(/<([^>]+)>; rel=modulepreload/g)].map(([, path]) => path ?? '');
}

/** The one page that serves every path of the chat area of a language. */
function isChatArea(path: string): boolean {
  return languages.some((language) => path === chatShellPath(language));
}

function statusOf(path: string): number {
  const status = /^(?:\/[^/]+)?\/(404|410)$/.exec(path)?.[1];
  return status === undefined ? 200 : Number(status);
}
