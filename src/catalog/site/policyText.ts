import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { paymentMethods as knownMethods } from '#domain/orders/payments.ts';
import type { Operator } from '#catalog/site/frame.ts';
import type { Language } from '#domain/languages/languages.ts';
import { contactPath, policyPath, sharePath } from '#domain/site/sitePaths.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';

const paragraphOrItem = /<(p|li|tr)>.*?<\/\1>\n?/gs;
const emptyHeading = /<h2\b[^>]*>[^<]*<\/h2>\s*(?=<h2\b|$)/g;
const contactLink = 'href="page:contact"';

/**
 * Fills in `{{seller}}` and `{{supportEmail}}`, and removes paragraphs, list items and rows of tables that do not apply to the operator:
 *
 * - with `{{seller}}` or `{{supportEmail}}`, if the value is unset;
 * - with a link to `page:contact`, if there is no e-mail address;
 * - with `{{google}}`, if there is no sign-in with Google;
 * - with a payment method such as `{{stripe}}`, if it is not offered; with `{{paid}}`, if none is offered.
 *
 * Headings without text are removed, too.
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

/** Replaces links such as `page:pricing` by the path of the page in a language. Throws an error for an unknown page. */
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
