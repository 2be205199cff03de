import { gzipSync } from 'node:zlib';
import { inlineContent } from '#release/inlineContent.ts';

/** Bytes of a text: as it is, and compressed by gzip at its usual level. */
export type Size = { raw: number; gzip: number };

export type PageSize = {
  /** The whole page, with its inlined style and scripts. */
  html: Size;
  style: Size;
  /** Inline scripts that run; blocks of data are part of `html` only. */
  script: Size;
};

/** Takes a page apart as a browser reads it. */
export function pageSize(html: string): PageSize {
  const { scripts, styles } = inlineContent(html);
  return {
    html: sizeOf(html),
    style: sizeOf(styles.join('\n')),
    script: sizeOf(scripts.join('\n')),
  };
}

export function sizeOf(text: string): Size {
  if (text === '') return { raw: 0, gzip: 0 };
  return { raw: Buffer.byteLength(text), gzip: gzipSync(text).length };
}
