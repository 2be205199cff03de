import type { Language } from '#domain/languages/languages.ts';
import { paged, segment } from '#domain/site/urls.ts';

/** The posts of the blog. Page 1 has no number in the path. */
export function blogPath(language: Language, page = 1): string {
  return paged(`/${language}/blog`, page);
}

/** The posts with a tag. */
export function blogTagPath(language: Language, tag: string, page = 1): string {
  return paged(`${blogPath(language)}/tags/${segment(tag)}`, page);
}

/** A post of the blog. */
export function postPath(language: Language, slug: string): string {
  return `${blogPath(language)}/${segment(slug)}`;
}

/** A picture of a post in one of its widths (pixels). Its name has a digest of its content. */
export function blogImagePath(name: string, digest: string, width: number): string {
  return `/blog-images/${name}-${digest}-${width}.webp`;
}
