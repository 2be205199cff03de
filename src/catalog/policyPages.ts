import { type Frame, type Operator, frameOf } from '#catalog/frame.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { type Day, isDay } from '#domain/dates.ts';
import { type Language, languages } from '#domain/languages.ts';
import {
  type PolicyKind,
  policyKinds,
  policyPath,
  pricingPath,
  privacyPath,
  sharePath,
} from '#domain/urls.ts';

/** What a page of terms shows. */
export type PolicyView = {
  frame: Frame;
  kind: PolicyKind;
  title: string;
  description: string;
  /** The day of the last change. */
  updated: Day;
  /** The text as HTML, from Markdown of this project. */
  html: string;
};

/** A Markdown file as the build hands it over. */
type PolicyFile = {
  frontmatter: Record<string, unknown>;
  compiledContent: () => Promise<string>;
};

const files = import.meta.glob<PolicyFile>('../content/policies/*/*.md', { eager: true });

/** Terms and refunds in every language. Throws a sentence that names the file where one is missing or lacks a field. */
export async function policyPages(): Promise<PolicyView[]> {
  const wanted = languages.flatMap((language) => policyKinds.map((kind) => ({ language, kind })));
  return Promise.all(wanted.map(({ language, kind }) => policyPage(language, kind)));
}

async function policyPage(language: Language, kind: PolicyKind): Promise<PolicyView> {
  const name = `content/policies/${language}/${kind}.md`;
  const file = files[`../${name}`];
  if (file === undefined) throw new Error(`There is no src/${name}`);
  const field = (key: string): string => {
    const value = file.frontmatter[key];
    if (typeof value === 'string' && value !== '') return value;
    throw new Error(`src/${name} has no “${key}” in its front matter`);
  };
  const updated = field('updated');
  if (!isDay(updated)) throw new Error(`“updated” of src/${name} must be a day as YYYY-MM-DD`);
  const title = field('title');
  const frame = frameOf(language, policyPath(language, kind), pageImage(language, title));
  const html = withLinks(withOperator(await file.compiledContent(), frame.operator), language);
  return { frame, kind, title, description: field('description'), updated, html };
}

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

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
