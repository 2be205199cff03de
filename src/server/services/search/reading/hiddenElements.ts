/** Declarations that are read; others do not hide a text. */
type Style = Map<string, string>;

type Rule = { selector: string; weight: number; style: Style };

/** Limits of the rules of a page that are applied. */
const limits = { css: 300_000, rules: 600, elements: 40_000 };

const readProperties = new Set(
  'display visibility opacity color background background-color font-size text-indent position left top right bottom clip clip-path width height max-height overflow transform'.split(
    ' ',
  ),
);

/** Darkest and lightest names that pages use to hide a text; others are read as different colours. */
const named: Readonly<Record<string, string>> = { white: 'ffffff', black: '000000' };

/**
 * Returns the elements whose text readers of the page do not see: by `display`, transparency, a tiny size, a place outside
 * the page, or the colour of the background. A page may address models there. Reads attributes and the page's own style
 * elements; styles of other files are not loaded.
 */
export function hiddenElements(document: Document): Element[] {
  const rules = rulesOf(document);
  const styles = new Map<Element, Style>();
  for (const { selector, style } of rules) {
    for (const element of matching(document, selector)) {
      styles.set(element, new Map([...(styles.get(element) ?? []), ...style]));
    }
  }
  for (const element of document.querySelectorAll('[style], font, [bgcolor]')) {
    const own = new Map([
      ...attributesOf(element),
      ...declarationsIn(element.getAttribute('style') ?? ''),
    ]);
    styles.set(element, new Map([...(styles.get(element) ?? []), ...own]));
  }
  return [...styles].flatMap(([element, style]) =>
    isHidden(style) || hasColourOfBackground(element, style, styles) ? [element] : [],
  );
}

function rulesOf(document: Document): Rule[] {
  const css = [...document.querySelectorAll('style')]
    .map((style) => style.textContent ?? '')
    .join('\n')
    .slice(0, limits.css)
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/@media\s+print[^{}]{0,200}\{(?:[^{}]{0,2000}\{[^{}]{0,2000}\}){0,100}\s*\}/gi, '');
  const rules: Rule[] = [];
  for (const [, selectors = '', body = ''] of css.matchAll(/([^{}]{1,2000})\{([^{}]{0,4000})\}/g)) {
    const style = declarationsIn(body);
    if (style.size === 0) continue;
    for (const selector of selectors.split(',')) {
      rules.push({ selector: selector.trim(), weight: weightOf(selector), style });
    }
    if (rules.length >= limits.rules) break;
  }
  return rules.toSorted((one, other) => one.weight - other.weight);
}

/** Returns the specificity of a selector as one number. */
function weightOf(selector: string): number {
  const ids = selector.match(/#/g)?.length ?? 0;
  const classes = selector.match(/[.[:]/g)?.length ?? 0;
  return ids * 10_000 + classes * 100 + selector.split(/[\s>+~]+/).length;
}

function matching(document: Document, selector: string): Element[] {
  // States and generated content are not what a page shows first.
  if (
    selector === '' ||
    /^@|:(?:hover|focus|active|visited|before|after|target|checked|:)/i.test(selector)
  )
    return [];
  try {
    return [...document.querySelectorAll(selector)].slice(0, limits.elements);
  } catch {
    return [];
  }
}

function declarationsIn(text: string): Style {
  const style: Style = new Map();
  for (const declaration of text.slice(0, 4_000).split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .replace(/!important/i, '')
      .trim()
      .toLowerCase();
    if (!readProperties.has(property) || value === '') continue;
    style.set(property === 'background' ? 'background-color' : property, value);
  }
  return style;
}

function attributesOf(element: Element): Style {
  const style: Style = new Map();
  const colour = element.localName === 'font' ? element.getAttribute('color') : null;
  const background = element.getAttribute('bgcolor');
  if (colour) style.set('color', colour.toLowerCase());
  if (background) style.set('background-color', background.toLowerCase());
  return style;
}

function isHidden(style: Style): boolean {
  const get = (property: string) => style.get(property) ?? '';
  const size = pixelsOf(get('font-size'));
  const isClipped = get('overflow').startsWith('hidden') || get('overflow').startsWith('clip');
  const isTiny = ['width', 'height', 'max-height'].some((side) => (pixelsOf(get(side)) ?? 9) <= 1);
  return (
    get('display') === 'none' ||
    /^(?:hidden|collapse)$/.test(get('visibility')) ||
    (get('opacity') !== '' &&
      Number.parseFloat(get('opacity')) < (get('opacity').endsWith('%') ? 10 : 0.1)) ||
    (size !== undefined && size < 3) ||
    Math.abs(pixelsOf(get('text-indent')) ?? 0) >= 500 ||
    (isClipped && isTiny) ||
    isOutside(style) ||
    /^rect\(\s*(?:0|1px)/.test(get('clip')) ||
    /^(?:inset\((?:50|100)%|circle\(0|polygon\(0)/.test(get('clip-path')) ||
    /scale[xy]?\(\s*0(?:\.0\d*)?\s*[,)]/.test(get('transform'))
  );
}

function isOutside(style: Style): boolean {
  if (!/^(?:absolute|fixed|relative)$/.test(style.get('position') ?? '')) return false;
  return ['left', 'top', 'right', 'bottom'].some((side) => {
    const value = style.get(side) ?? '';
    return (pixelsOf(value) ?? 0) <= -300 || /^-\d{3,}(?:vw|vh|%)/.test(value);
  });
}

/** Returns a length in pixels; `undefined` for one that depends on other elements, unless it is nothing. */
function pixelsOf(value: string): number | undefined {
  const [, digits, unit = ''] = /^(-?\d*\.?\d+)(px|pt|em|rem|%)?$/.exec(value) ?? [];
  if (digits === undefined) return undefined;
  const factor = { '': 1, px: 1, pt: 4 / 3, em: 16, rem: 16, '%': 0.16 }[unit] ?? 1;
  if (unit === '%' && Number(digits) > 10) return undefined;
  return Number(digits) * factor;
}

/** Whether a text has nearly the colour of what is behind it. */
function hasColourOfBackground(
  element: Element,
  style: Style,
  styles: ReadonlyMap<Element, Style>,
): boolean {
  const value = style.get('color') ?? '';
  if (value === 'transparent') return true;
  const colour = colourOf(value);
  if (colour === undefined) return false;
  if (colour.alpha < 0.1) return true;
  let behind: Element | null = element;
  for (; behind; behind = behind.parentElement) {
    const background = styles.get(behind)?.get('background-color');
    if (background === undefined || /^(?:none|transparent|inherit)/.test(background)) continue;
    // A picture or a gradient may have any colour.
    if (/url\(|gradient/.test(background)) return false;
    const found = colourOf(background.split(/\s(?![^(]*\))/, 1)[0] ?? '');
    return found !== undefined && isNear(colour, found);
  }
  return isNear(colour, { red: 255, green: 255, blue: 255, alpha: 1 });
}

type Colour = { red: number; green: number; blue: number; alpha: number };

function colourOf(value: string): Colour | undefined {
  const hex = /^#?([\da-f]{3,8})$/.exec(named[value] ?? value)?.[1];
  if (hex !== undefined) {
    const whole = hex.length <= 4 ? hex.replace(/./g, '$&$&') : hex;
    const [red = 0, green = 0, blue = 0, alpha = 255] = (whole.match(/../g) ?? []).map((two) =>
      Number.parseInt(two, 16),
    );
    return { red, green, blue, alpha: alpha / 255 };
  }
  if (!/^rgba?\(/.test(value)) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 1] = (value.match(/[\d.]+/g) ?? []).map(Number);
  return { red, green, blue, alpha };
}

/** The most that a channel of two colours differs, of 255, whose text nobody reads. */
const nearBy = 24;

function isNear(one: Colour, other: Colour): boolean {
  return (
    Math.abs(one.red - other.red) <= nearBy &&
    Math.abs(one.green - other.green) <= nearBy &&
    Math.abs(one.blue - other.blue) <= nearBy
  );
}
