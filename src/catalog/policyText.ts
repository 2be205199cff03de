import { escapeHtml } from '#catalog/blog/escapeHtml.ts';
import type { Operator } from '#catalog/frame.ts';
import type { Language } from '#domain/languages.ts';
import { policyPath, pricingPath, privacyPath, sharePath } from '#domain/urls.ts';

/** Fills `{{seller}}` and `{{supportEmail}}` in. A paragraph that names what is unset is left out. */
export function withOperator(
  html: string,
  { seller, supportEmail }: Pick<Operator, 'seller' | 'supportEmail'>,
): string {
  const mail = supportEmail === null ? null : escapeHtml(supportEmail);
  const values = new Map([
    ['seller', seller === null ? null : escapeHtml(seller)],
    ['supportEmail', mail === null ? null : `<a href="mailto:${mail}">${mail}</a>`],
  ]);
  return [...values].reduce((text, [name, value]) => {
    if (value !== null) return text.replaceAll(`{{${name}}}`, () => value);
    return text.replaceAll(/<p>.*?<\/p>\n?/gs, (paragraph) =>
      paragraph.includes(`{{${name}}}`) ? '' : paragraph,
    );
  }, html);
}

/** Links as `page:pricing` lead to that page in the language of the text. */
export function withLinks(html: string, language: Language): string {
  const paths: Readonly<Record<string, string>> = {
    pricing: pricingPath(language),
    share: sharePath(language),
    terms: policyPath(language, 'terms'),
    refunds: policyPath(language, 'refunds'),
    privacy: privacyPath,
  };
  return html.replaceAll(/href="page:([^"]*)"/g, (_, name: string) => {
    const path = paths[name];
    if (path === undefined) throw new Error(`There is no page “${name}” to link to from a policy`);
    return `href="${path}"`;
  });
}
