import { basename, extname } from 'node:path/posix';
import { feedTypes } from '#domain/site/feedPaths.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Whether the name of the file contains a digest of its content, so that it never changes. */
export function isHashed(path: string): boolean {
  return /^\/(?:_astro|og|blog-images|glyphs|texts)\//.test(path);
}

export const htmlType = 'text/html; charset=utf-8';

/** Returns the media type of a file by its extension, or `application/octet-stream`. */
export function typeOfFile(path: string): string {
  if (basename(path) === 'feed.json') return `${feedTypes.json}; charset=utf-8`;
  return types[extname(path).toLowerCase()] ?? 'application/octet-stream';
}

/** Whether files of this type are stored compressed. Pictures and fonts are compressed already. */
export function isText(type: string): boolean {
  return type.includes('charset=utf-8');
}
