import { escapeHtml } from '#domain/escapeHtml.ts';
import { paymentMethods as knownMethods } from '#domain/payments.ts';
import type { Operator } from '#catalog/frame.ts';
import type { Language } from '#domain/languages.ts';
import { contactPath, policyPath, pricingPath, sharePath } from '#domain/urls.ts';

const paragraphOrItem = /<(p|li)>.*?<\/\1>\n?/gs;
const emptyHeading = /<h2>[^<]*<\/h2>\s*(?=<h2>|$)/g;
const contactLink = 'href="page:contact"';

/**
 * Fills `{{seller}}` and `{{supportEmail}}` in. Leaves out each paragraph and list item that names an unset value, links
 * to `page:contact` where nobody can be written to, or has `{{google}}`, the name of a way to pay such as `{{stripe}}`, or
 * `{{paid}}` where Google, that way to pay, or any is not offered, and headings that have no text then.
 */
export function withOperator(
  html: string,
  { seller, supportEmail, hasGoogle }: Pick<Operator, 'seller' | 'supportEmail' | 'hasGoogle'>,
  paymentMethods: readonly string[] = [],
): string {
  const offered = (isOffered: boolean) => (isOffered ? '' : null);
  const mail = supportEmail === null ? null : escapeHtml(supportEmail);
  const values = [
    { marker: '{{seller}}', value: seller === null ? null : escapeHtml(seller) },
    { marker: '{{supportEmail}}', value: mail && `<a href="mailto:${mail}">${mail}</a>` },
    { marker: '{{google}}', value: offered(hasGoogle) },
    ...knownMethods.map((method) => ({
      marker: `{{${method}}}`,
      value: offered(paymentMethods.includes(method)),
    })),
    { marker: '{{paid}}', value: offered(paymentMethods.length > 0) },
    { marker: contactLink, value: mail && contactLink },
  ];
  const filled = values.reduce((text, { marker, value }) => {
    if (value !== null) return text.replaceAll(marker, () => value);
    return text.replaceAll(paragraphOrItem, (block) => (block.includes(marker) ? '' : block));
  }, html);
  return filled.replaceAll(emptyHeading, '');
}

/** Links as `page:pricing` lead to that page in the language of the text. */
export function withLinks(html: string, language: Language): string {
  const paths: Readonly<Record<string, string>> = {
    pricing: pricingPath(language),
    share: sharePath(language),
    terms: policyPath(language, 'terms'),
    refunds: policyPath(language, 'refunds'),
    privacy: policyPath(language, 'privacy'),
    contact: contactPath(language),
  };
  return html.replaceAll(/href="page:([^"]*)"/g, (_, name: string) => {
    const path = paths[name];
    if (path === undefined) throw new Error(`There is no page “${name}” to link to from a policy`);
    return `href="${path}"`;
  });
}
