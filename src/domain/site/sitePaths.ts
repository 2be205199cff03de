import type { Language } from '#domain/languages/languages.ts';

/** The sharing plan. */
export function sharePath(language: Language): string {
  return `/${language}/share`;
}

export const policyKinds = ['terms', 'refunds', 'privacy'] as const;

export type PolicyKind = (typeof policyKinds)[number];

/** A legal page: terms, refund policy or privacy policy. */
export function policyPath(language: Language, kind: PolicyKind): string {
  return `/${language}/${kind}`;
}

/** The contact form. */
export function contactPath(language: Language): string {
  return `/${language}/contact`;
}

/** A page with links to the privacy policy in each language. */
export const privacyPath = '/policy.html';

/** The QR code of the operator’s QQ group, if there is one. */
export const qqPicturePath = '/QQ.jpg';

/** The preview picture of a page for shared links. Its name is a digest of its content. */
export function imagePath(kind: string, digest: string): string {
  return `/og/${kind}/${digest}.png`;
}

/** The index of the sitemap; `sitemapPartPath` returns one of its parts. */
export const sitemapPath = '/sitemap.xml';

export function sitemapPartPath(section: string, number: number): string {
  return `/sitemaps/${section}-${number}.xml`;
}

/** Texts that a part of a page loads, in one language. */
export function textsPath(digest: string): string {
  return `/texts/${digest}.json`;
}
