import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { Markup } from '#parts/markup.ts';
import { ownValue } from '#domain/ownValue.ts';

/** New content of a marked element: plain text or HTML. An attribute with the value `null` is removed. */
export type Part = {
  text?: string;
  content?: Markup | readonly Markup[];
  attributes?: Readonly<Record<string, string | null>>;
};

/** Contents by the value of `data-fill`. `null` removes the element; an element without an entry stays as it is. */
export type Parts = Readonly<Record<string, Part | null | undefined>>;

/**
 * The start tag of a marked element. If the element holds only text, the match includes the text and the end tag. React
 * closes void elements with `/`.
 */
const markedElement =
  /<([a-z][\w-]*)((?:\s[^<>]*)?)\sdata-fill="([\w-]+)"([^<>]*?)(\/?)>(?:([^<]*)<\/\1>)?/gi;

/**
 * Fills the elements of `html` that are marked `data-fill="name"`. Texts and attributes are escaped here, so that they
 * are never read as markup.
 */
export function fill(html: string, parts: Parts): string {
  return html.replace(markedElement, (whole, ...groups: (string | undefined)[]) => {
    const [tag = '', before = '', name = '', after = '', slash = '', content] = groups;
    const part = ownValue(parts, name);
    if (part === undefined) return whole;
    if (part === null) return content === undefined ? whole : '';
    const start = `<${tag}${withAttributes(`${before} data-fill="${name}"${after}`, part)}${slash}>`;
    const drawn = part.content && contentHtml(part.content);
    const inner = drawn ?? (part.text === undefined ? content : escapeHtml(part.text));
    return content === undefined ? start + (drawn ?? '') : `${start}${inner}</${tag}>`;
  });
}

/** Fills the marked elements of a page, beginning at `<main`: the head and the top bar have none. */
export function fillMain(page: string, parts: Parts): string {
  const main = Math.max(page.indexOf('<main'), 0);
  return page.slice(0, main) + fill(page.slice(main), parts);
}

/** Returns the HTML of the content of a marked element. */
export function contentHtml(content: NonNullable<Part['content']>): string {
  return content instanceof Markup ? content.html : content.map(({ html }) => html).join('');
}

function withAttributes(startTag: string, { attributes = {} }: Part): string {
  return Object.entries(attributes).reduce((text, [name, value]) => {
    const rest = text.includes(` ${name}`) ? text.replace(attributePattern(name), '') : text;
    if (value === null) return rest;
    return value === '' ? `${rest} ${name}` : `${rest} ${name}="${escapeHtml(value)}"`;
  }, startTag);
}

/** Compiled patterns by attribute name. */
const patterns = new Map<string, RegExp>();

/** Returns a pattern for an attribute of a start tag and its value. */
function attributePattern(name: string): RegExp {
  const pattern = patterns.get(name) ?? new RegExp(`\\s${name}(?:="[^"]*")?(?=\\s|/|$)`, 'i');
  patterns.set(name, pattern);
  return pattern;
}
