import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HeadingIds } from '#catalog/blog/headingIds.ts';
import type { Heading } from '#catalog/blog/renderPost.ts';
import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf } from '#catalog/site/frame.ts';
import { pageImage } from '#catalog/site/openGraph.ts';
import { withLinks, withOperator } from '#catalog/site/policyText.ts';
import { type Day, isDay } from '#domain/dates.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { type PolicyKind, policyKinds, policyPath } from '#domain/site/sitePaths.ts';
import { sourceFolder } from '#i18n/sourceFolder.ts';
import { translator } from '#i18n/translate.ts';
import { HtmlRenderer, Parser, type Tokens } from '#markdown/htmlRenderer.ts';
import { readOwnMarkdown } from '#markdown/readMarkdown.ts';
import { parse } from 'yaml';

/** The view of a page of terms, refunds or privacy. */
export type PolicyView = {
  frame: Frame;
  kind: PolicyKind;
  title: string;
  description: string;
  /** The day of the last change. */
  updated: Day;
  /** The text as HTML, from Markdown of this project. */
  html: string;
  contents: readonly Heading[];
};

const fileParts = /^---\n(.*?)\n---\n(.*)$/s;

/** Returns terms, refunds and privacy in every language. Throws an error with the file if it or a field is missing. */
export function policyPages(context: BuildContext): PolicyView[] {
  return languages.flatMap((language) =>
    policyKinds.map((kind) => policyPage(context, language, kind)),
  );
}

function policyPage(context: BuildContext, language: Language, kind: PolicyKind): PolicyView {
  const name = `policies/${language}/${kind}.md`;
  const [, head = '', text = ''] = fileParts.exec(readText(name)) ?? [];
  const fields = parse(head) as Record<string, unknown> | null;
  const field = (key: string): string => {
    const value = fields?.[key];
    if (typeof value === 'string' && value !== '') return value;
    throw new Error(`src/content/${name} has no “${key}” in its front matter`);
  };
  const updated = field('updated');
  if (!isDay(updated)) {
    throw new Error(`“updated” of src/content/${name} must be a day as YYYY-MM-DD`);
  }
  const title = field('title');
  const frame = frameOf(context, language, policyPath(language, kind), pageImage(language, title));
  const renderer = new PolicyRenderer(translator(language, 'blog')('table'));
  const whole = new Parser({ renderer }).parse(readOwnMarkdown(text));
  const html = withOperator(whole, frame.operator, context.shop.paymentMethods);
  return {
    frame,
    kind,
    title,
    description: field('description'),
    updated,
    html: withLinks(html, language),
    // Parts that do not apply to the operator are left out.
    contents: renderer.contents.filter(({ id }) => html.includes(` id="${id}"`)),
  };
}

/** Gives the headings of the parts ids, and collects them. */
class PolicyRenderer extends HtmlRenderer {
  readonly contents: Heading[] = [];
  readonly #ids = new HeadingIds();

  constructor(tableName: string) {
    const table = { className: 'text-table even-columns', name: tableName };
    super({ table, task: 'task', sides: {} });
  }

  override heading({ tokens, depth }: Tokens.Heading): string {
    const text = this.parser.parseInline(tokens, this.parser.textRenderer).trim();
    const id = this.#ids.add(text);
    this.contents.push({ id, text, depth });
    return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  }
}

function readText(name: string): string {
  return readFileSync(join(sourceFolder(), 'content', name), 'utf8');
}
