/** Declarations by property; others than those that can hide a text are not read. */
export type Style = Map<string, string>;

type Rule = { selector: string; weight: number; style: Style; important: Style };

/** Limits of the rules of a page that are applied. */
const limits = { css: 300_000, rules: 600, matches: 400_000 };

/** The width of the window, in pixels, that rules for widths are applied to. */
const windowWidth = 1_280;

const readProperties = new Set(
  'display visibility content-visibility opacity filter color -webkit-text-fill-color background background-color background-image font font-size text-indent position left top right bottom inset margin-left margin-top clip clip-path width height max-width max-height overflow transform translate scale'.split(
    ' ',
  ),
);

/** Returns the declarations of a page's elements: by attributes, and by its style elements by specificity. */
export function readStyles(document: Document): Map<Element, Style> {
  const rules = rulesOf(document);
  const styles = new Map<Element, Style>();
  const add = (element: Element, style: Style) => {
    const known = styles.get(element);
    if (known) for (const [name, value] of style) known.set(name, value);
    else if (style.size > 0) styles.set(element, new Map(style));
  };
  let left = limits.matches;
  const matched = rules.map((rule) => {
    const elements = left > 0 ? matching(document, rule.selector).slice(0, left) : [];
    left -= elements.length;
    return { ...rule, elements };
  });
  for (const { elements, style } of matched) for (const one of elements) add(one, style);
  const own = [...document.querySelectorAll('[style], font, [bgcolor]')].map((element) => ({
    element,
    ...declarationsIn(element.getAttribute('style') ?? ''),
  }));
  for (const { element, style } of own) add(element, new Map([...attributesOf(element), ...style]));
  for (const { elements, important } of matched) for (const one of elements) add(one, important);
  for (const { element, important } of own) add(element, important);
  resolveVariables(styles);
  return styles;
}

function rulesOf(document: Document): Rule[] {
  const css = [...document.querySelectorAll('style')]
    .map((style) => style.textContent ?? '')
    .join('\n')
    .slice(0, limits.css);
  const rules: Rule[] = [];
  for (const { selectors, body } of blocksIn(withoutComments(css))) {
    const { style, important } = declarationsIn(body);
    if (style.size === 0 && important.size === 0) continue;
    for (const selector of selectors.slice(0, 2_000).split(',')) {
      rules.push({ selector: selector.trim(), weight: weightOf(selector), style, important });
    }
    if (rules.length >= limits.rules) break;
  }
  return rules.toSorted((one, other) => one.weight - other.weight);
}

function withoutComments(css: string): string {
  const [first = '', ...rest] = css.split('/*');
  const after = rest.map((part) => {
    const end = part.indexOf('*/');
    return end < 0 ? '' : part.slice(end + 2);
  });
  return [first, ...after].join(' ');
}

/** Returns the rules of a style sheet that apply on a screen, also those within `@media` and `@supports`. */
function blocksIn(css: string): { selectors: string; body: string }[] {
  const blocks: { selectors: string; body: string }[] = [];
  const open: { head: string; applies: boolean }[] = [];
  let start = 0;
  for (const { 0: sign, index } of css.matchAll(/[{};]/g)) {
    const text = css.slice(start, index).trim();
    const outer = open.at(-1);
    if (sign === '{') {
      const applies = (outer?.applies ?? true) && appliesHere(text);
      open.push({ head: text, applies });
    } else if (outer?.applies && text !== '' && !outer.head.startsWith('@')) {
      const heads = open.slice(-4).map(({ head }) => head);
      const selectors = heads.filter((head) => !head.startsWith('@')).slice(-2);
      blocks.push({ selectors: selectors.join(' '), body: text });
    }
    if (sign === '}') open.pop();
    start = index + 1;
  }
  return blocks;
}

function appliesHere(head: string): boolean {
  if (!head.startsWith('@')) return true;
  if (/^@(?:supports|layer|container|scope)/i.test(head)) return true;
  if (!/^@media/i.test(head) || /print|speech|dark|hover:\s*none/i.test(head)) return false;
  const widths = [...head.matchAll(/(min|max)-width:\s*([\d.]+)(px|em|rem)?/gi)];
  return widths.every(([, bound = '', digits, unit = 'px']) => {
    const pixels = Number(digits) * (unit.toLowerCase() === 'px' ? 1 : 16);
    return bound.toLowerCase() === 'min' ? pixels <= windowWidth : pixels >= windowWidth;
  });
}

/** Returns the specificity of a selector as one number. */
function weightOf(selector: string): number {
  const ids = selector.match(/#/g)?.length ?? 0;
  const classes = selector.match(/[.[:]/g)?.length ?? 0;
  return ids * 10_000 + classes * 100 + selector.split(/[\s>+~]+/).length;
}

function matching(document: Document, selector: string): Element[] {
  // States and generated content are not part of a page's first view.
  if (
    selector === '' ||
    /^@|:(?:hover|focus|active|visited|before|after|target|checked|:)/i.test(selector)
  )
    return [];
  try {
    const own = selector.replaceAll(':root', 'html');
    return [...document.querySelectorAll(own)];
  } catch {
    return [];
  }
}

function declarationsIn(text: string): { style: Style; important: Style } {
  const [style, important]: [Style, Style] = [new Map(), new Map()];
  for (const declaration of text.slice(0, 4_000).split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const given = declaration.slice(colon + 1, colon + 300);
    const value = given
      .replace(/!\s*important/i, '')
      .trim()
      .toLowerCase();
    if (value === '' || !(readProperties.has(property) || property.startsWith('--'))) continue;
    const target = value.length < given.trim().length ? important : style;
    for (const [name, one] of longhands(property, value)) target.set(name, one);
  }
  return { style, important };
}

function longhands(property: string, value: string): [string, string][] {
  if (property === 'background') {
    return [
      ['background-color', value],
      ['background-image', /url\(|gradient/.test(value) ? value : 'none'],
    ];
  }
  if (property === 'inset') {
    const [top = '', right = top, bottom = top, left = right] = value.split(/\s+/);
    return Object.entries({ top, right, bottom, left });
  }
  if (property === 'font') {
    const size = /(?:^|\s)(\d*\.?\d+[a-z%]*)(?:\/\S+)?\s+\S/.exec(value)?.[1];
    return size === undefined ? [] : [['font-size', size]];
  }
  return [[property, value]];
}

function attributesOf(element: Element): Style {
  const style: Style = new Map();
  const colour = element.localName === 'font' ? element.getAttribute('color') : null;
  const background = element.getAttribute('bgcolor');
  if (colour) style.set('color', colour.toLowerCase());
  if (background) style.set('background-color', background.toLowerCase());
  return style;
}

/** Replaces `var(--name)`. A name with several values in a page gets its last one. */
function resolveVariables(styles: ReadonlyMap<Element, Style>): void {
  const variables = new Map<string, string>();
  for (const style of styles.values()) {
    for (const [name, value] of style) if (name.startsWith('--')) variables.set(name, value);
  }
  for (const style of styles.values()) {
    for (const [name, value] of style) {
      if (!value.includes('var(')) continue;
      style.set(
        name,
        value.replace(
          /var\(\s*(--[\w-]{1,100})\s*(?:,([^()]{0,200}))?\)/g,
          (_, used: string, other = '') => variables.get(used) ?? String(other).trim(),
        ),
      );
    }
  }
}
