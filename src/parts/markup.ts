import { escapeHtml } from '#domain/texts/escapeHtml.ts';

/** HTML that is safe to insert. Create it with `markup`, or only from HTML that is already escaped. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

/** A value in a template. Texts are escaped, lists are joined, and `null`, `undefined` and `false` add nothing. */
export type Value = string | number | Markup | readonly Markup[] | null | undefined | false;

/** Values of attributes. `true` gives an attribute without a value; `null`, `undefined` and `false` are left out. */
type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Memoises the static texts of a template without line breaks, because each template is used for thousands of cards.
 */
const trimmed = new WeakMap<TemplateStringsArray, readonly string[]>();

/**
 * Returns the HTML of a template. Values are escaped unless they are `Markup`. Line breaks of the template, and the
 * spaces after them, are removed, so write a tag on one line.
 */
export function markup(template: TemplateStringsArray, ...values: readonly Value[]): Markup {
  const texts = trimmed.get(template) ?? template.map((text) => text.replace(/\n\s*/g, ''));
  trimmed.set(template, texts);
  let html = texts[0] ?? '';
  for (const [index, value] of values.entries()) html += htmlOf(value) + (texts[index + 1] ?? '');
  return new Markup(html);
}

/** Returns attributes for a start tag, each with a leading space. */
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
