import { escapeHtml } from '#domain/escapeHtml.ts';
import type { Picture } from '#catalog/blog/images.ts';

/** How wide a picture is drawn: the column of text, or the screen of a phone. */
const sizes = '(width < 680px) calc(100vw - 32px), 640px';

/** The tag of a picture. All pictures but the first of a page are loaded when they come near. */
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
