import { escapeHtml } from '#domain/escapeHtml.ts';
import { Markup } from '#parts/markup.ts';

/** The content of a marked element: a text, or parts within it. An attribute that is `null` is taken away. */
export type Part = {
  text?: string;
  content?: Markup | readonly Markup[];
  attributes?: Readonly<Record<string, string | null>>;
};

/** By the names of the marks. An element whose part is `null` is left out, one without a part stays as it is. */
export type Parts = Readonly<Record<string, Part | null | undefined>>;

/** A start tag with a mark and, where it holds nothing but text, the rest of the element. React closes void ones by `/`. */
const marked =
  /<([a-z][\w-]*)((?:\s[^<>]*)?)\sdata-fill="([\w-]+)"([^<>]*?)(\/?)>(?:([^<]*)<\/\1>)?/gi;

/**
 * Fills the elements of `html` that are marked `data-fill="name"`. Texts and attributes are escaped here, so whatever
 * they contain is shown and never read as markup.
 */
export function fill(html: string, parts: Parts): string {
  return html.replace(marked, (whole, ...groups: (string | undefined)[]) => {
    const [tag = '', before = '', name = '', after = '', slash = '', content] = groups;
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (part === undefined) return whole;
    if (part === null) return content === undefined ? whole : '';
    const start = `<${tag}${withAttributes(`${before} data-fill="${name}"${after}`, part)}${slash}>`;
    const drawn = part.content && contentHtml(part.content);
    const inner = drawn ?? (part.text === undefined ? content : escapeHtml(part.text));
    return content === undefined ? start + (drawn ?? '') : `${start}${inner}</${tag}>`;
  });
}

/** Fills the marked elements of a page from `<main` on: its head and the frame before have none. */
export function fillMain(page: string, parts: Parts): string {
  const main = Math.max(page.indexOf('<main'), 0);
  return page.slice(0, main) + fill(page.slice(main), parts);
}

/** Returns the HTML of the content of a marked element. */
export function contentHtml(content: NonNullable<Part['content']>): string {
  return content instanceof Markup ? content.html : content.map(({ html }) => html).join('');
}

function withAttributes(given: string, { attributes = {} }: Part): string {
  return Object.entries(attributes).reduce((text, [name, value]) => {
    const rest = text.includes(` ${name}`) ? text.replace(attributeOf(name), '') : text;
    if (value === null) return rest;
    return value === '' ? `${rest} ${name}` : `${rest} ${name}="${escapeHtml(value)}"`;
  }, given);
}

const patterns = new Map<string, RegExp>();

/** An attribute of a start tag, with its value. */
function attributeOf(name: string): RegExp {
  const known = patterns.get(name) ?? new RegExp(`\\s${name}(?:="[^"]*")?(?=\\s|/|$)`, 'i');
  patterns.set(name, known);
  return known;
}
