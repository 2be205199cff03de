import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import type { Picture } from '#catalog/blog/images.ts';

/** The displayed width of a picture: the text column, or the screen of a phone. */
const sizes = '(width < 680px) calc(100vw - 32px), 640px';

/** Returns the `<img>` of a picture. All pictures except the first one of a page are loaded lazily. */
export function pictureHtml(
  { width, height, sources }: Picture,
  alt: string,
  isFirst: boolean,
): string {
  const srcset = sources.map((source) => `${source.path} ${source.width}w`).join(', ');
  const attributes = [
    `src="${sources.at(-1)?.path ?? ''}"`,
    `srcset="${srcset}" sizes="${sizes}"`,
    `width="${width}" height="${height}"`,
    `alt="${escapeHtml(alt)}"`,
    isFirst ? 'fetchpriority="high"' : 'loading="lazy"',
    'decoding="async"',
  ];
  return `<img ${attributes.join(' ')}>`;
}
