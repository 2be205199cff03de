import { escapeHtml } from '#domain/escapeHtml.ts';

/** HTML that is safe to show. Only `markup` and code that escapes by itself make it. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

/** A value in a template: texts and numbers are escaped, lists are joined, and what is not there adds nothing. */
export type Value = string | number | Markup | readonly Markup[] | null | undefined | false;

/** Values of attributes: `true` stands for one without a value, and what is not there is left out. */
type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The static texts of a template without its line breaks; each template is called for thousands of cards. */
const trimmed = new WeakMap<TemplateStringsArray, readonly string[]>();

/**
 * Returns the HTML of a template. Values are escaped unless they are `Markup` themselves. Line breaks of the template,
 * with the spaces after them, are not part of the HTML; a tag is written on one line.
 */
export function markup(template: TemplateStringsArray, ...values: readonly Value[]): Markup {
  const texts = trimmed.get(template) ?? template.map((text) => text.replace(/\n\s*/g, ''));
  trimmed.set(template, texts);
  let html = texts[0] ?? '';
  for (const [index, value] of values.entries()) html += htmlOf(value) + (texts[index + 1] ?? '');
  return new Markup(html);
}

/** Returns attributes for a start tag, each with a space before it. */
export function attributes(values: Attributes): Markup {
  const shown = Object.entries(values).map(([name, value]) => {
    if (value === null || value === undefined || value === false) return '';
    return value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
  });
  return new Markup(shown.join(''));
}

function htmlOf(value: Value): string {
  if (value instanceof Markup) return value.html;
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  return value ? value.map(({ html }) => html).join('') : '';
}
