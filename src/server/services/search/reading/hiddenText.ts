import { isNearColour, readColour } from '#server/services/search/reading/colours.ts';
import { type Style, readStyles } from '#server/services/search/reading/pageStyles.ts';

/** The style that elements inherit and their texts are shown with. */
type Look = {
  isVisible: boolean;
  /** In pixels. */
  fontSize: number;
  colour: string;
  /** The background of a text; `undefined` for a picture and colours that are not known. */
  background: string | undefined;
};

const smallestFont = 3;

const textNode = 3;
const elementNode = 1;

/**
 * Returns the elements and texts that readers of the page do not see: by `display`, transparency, a tiny size, a place
 * outside the page, or the colour of the background. A page may address models there. Reads attributes and the page's
 * own style elements; styles of other files are not loaded.
 */
export function hiddenNodes(document: Document): ChildNode[] {
  const styles = readStyles(document);
  const hidden: ChildNode[] = [];
  const white = { isVisible: true, fontSize: 16, colour: 'black', background: 'white' };
  const stack: [ChildNode, Look][] = [[document.documentElement, white]];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, look] = next;
    if (node.nodeType === textNode) {
      if (node.textContent?.trim() && !isSeen(look)) hidden.push(node);
      continue;
    }
    if (node.nodeType !== elementNode) continue;
    const style = styles.get(node as Element);
    if (style && isHiddenWhole(style)) {
      hidden.push(node);
      continue;
    }
    const own = style ? lookWith(style, look) : look;
    for (const child of node.childNodes) stack.push([child, own]);
  }
  return hidden;
}

function lookWith(style: Style, before: Look): Look {
  const get = (property: string) => style.get(property);
  const visibility = get('visibility');
  const colour = get('-webkit-text-fill-color') ?? get('color');
  return {
    isVisible:
      visibility === undefined ? before.isVisible : !/^(?:hidden|collapse)/.test(visibility),
    fontSize: fontSizeOf(get('font-size') ?? '', before.fontSize),
    colour:
      colour === undefined || /^(?:inherit|currentcolor|unset)/.test(colour)
        ? before.colour
        : colour,
    background: backgroundOf(style, before.background),
  };
}

function backgroundOf(style: Style, before: string | undefined): string | undefined {
  // A picture or a gradient may have any colour.
  if (/url\(|gradient/.test(style.get('background-image') ?? '')) return undefined;
  const value = style.get('background-color') ?? '';
  if (value === '' || /^(?:none|transparent|inherit|initial|unset)/.test(value)) return before;
  const [first = ''] = value.split(/\s(?![^(]*\))/, 1);
  const colour = readColour(first);
  return colour && colour.alpha < 0.1 ? before : first;
}

/** Whether the colour and the size of a text can be seen. A text of which it is not known counts as seen. */
function isSeen({ isVisible, fontSize, colour, background }: Look): boolean {
  if (!isVisible || fontSize < smallestFont) return false;
  const own = readColour(colour);
  if (own && own.alpha < 0.1) return false;
  if (background === undefined) return true;
  const behind = readColour(background);
  return own && behind ? !isNearColour(own, behind) : colour !== background;
}

function fontSizeOf(value: string, before: number): number {
  const inner = /^calc\(([^()]*)\)$/.exec(value)?.[1]?.trim() ?? value;
  const [, digits, unit = 'px'] = /^(\d*\.?\d+)([a-z]+|%)?$/.exec(inner) ?? [];
  if (digits === undefined) return value.startsWith('inherit') || value === '' ? before : 16;
  const number = Number(digits);
  if (unit === 'em') return number * before;
  if (unit === '%') return (number * before) / 100;
  return number * ({ px: 1, pt: 4 / 3, rem: 16, vw: 12.8, vh: 8, ch: 8, ex: 8 }[unit] ?? 16);
}

/** Whether an element is not shown, regardless of the styles of its descendants. */
function isHiddenWhole(style: Style): boolean {
  const get = (property: string) => style.get(property) ?? '';
  const isClipped = /^(?:hidden|clip)/.test(get('overflow'));
  const isTiny = ['width', 'height', 'max-width', 'max-height'].some(
    (side) => (pixelsOf(get(side)) ?? 9) <= 1,
  );
  return (
    get('display') === 'none' ||
    get('content-visibility') === 'hidden' ||
    (get('opacity') !== '' && shareOf(get('opacity')) < 0.1) ||
    shareOf(/opacity\(\s*([\d.]+%?)/.exec(get('filter'))?.[1] ?? '1') < 0.1 ||
    Math.abs(pixelsOf(get('text-indent')) ?? 0) >= 500 ||
    (isClipped && isTiny) ||
    isOutside(style) ||
    /^rect\(\s*(?:0|1px)/.test(get('clip')) ||
    /^(?:inset\([^)]*(?:[5-9]\d|100)%|circle\(0|polygon\(\s*0[^,)]*(?:,\s*0\D[^,)]*){2,}\))/.test(
      get('clip-path'),
    ) ||
    /scale[xy]?\(\s*0(?:\.0\d*)?\s*[,)]/.test(get('transform')) ||
    /^0(?:\.0\d*)?(?:\s|$)/.test(get('scale'))
  );
}

function isOutside(style: Style): boolean {
  const get = (property: string) => style.get(property) ?? '';
  const moved = [
    ...`${get('transform')} ${get('translate')}`.matchAll(/-?[\d.]+(?:px|vw|vh|em|rem)/g),
  ];
  if (moved.some(([value]) => Math.abs(pixelsOf(value) ?? 0) >= 500)) return true;
  if (['margin-left', 'margin-top'].some((side) => (pixelsOf(get(side)) ?? 0) <= -500)) return true;
  if (!/^(?:absolute|fixed|relative)$/.test(get('position'))) return false;
  return ['left', 'top', 'right', 'bottom'].some(
    (side) => (pixelsOf(get(side)) ?? 0) <= -300 || /^-\d{3,}%/.test(get(side)),
  );
}

function shareOf(value: string): number {
  return Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1);
}

/** Returns a length in pixels; `undefined` for one that depends on other elements, unless it is nothing. */
function pixelsOf(value: string): number | undefined {
  const [, digits, unit = 'px'] = /^(-?\d*\.?\d+)(px|pt|em|rem|vw|vh|%)?$/.exec(value) ?? [];
  if (digits === undefined || (unit === '%' && Number(digits) !== 0)) return undefined;
  return Number(digits) * ({ px: 1, pt: 4 / 3, em: 16, rem: 16, vw: 12.8, vh: 8 }[unit] ?? 0);
}
