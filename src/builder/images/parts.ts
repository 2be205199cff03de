import type { Node } from '@takumi-rs/core';
import { glyphMarkup } from '#catalog/gpts/glyphSprite.ts';
import { type Mark, patternOf } from '#domain/gpts/mark.ts';
import type { SetText } from '#builder/images/typesetter.ts';

export type Style = NonNullable<Node['style']>;

type Direction = 'ltr' | 'rtl';

/** The colours of `styles/tokens.css` in light mode. A test compares them. */
export const colours = {
  surface: 'oklch(0.982 0.004 80)',
  ink: 'oklch(0.24 0.012 50)',
  soft: 'oklch(0.42 0.014 55)',
  accent: 'oklch(0.455 0.17 352)',
} as const;

/** Lightness and chroma of marks, as in `styles/tokens.css` in light mode. */
export const markColours = {
  ground: [0.93, 0.035],
  pattern: [0.875, 0.06],
  glyph: [0.39, 0.12],
} as const;

/** The hues of marks, as in `styles/cards.css`. */
const markHues = [352, 25, 60, 105, 155, 205, 255, 305] as const;
const markSize = 208;

/** Returns a whole picture: the name of the product above the content, and `behind` in the background. */
export function frame(
  dir: Direction,
  content: readonly Node[],
  behind: readonly Node[] = [],
): Node {
  const style: Style = {
    width: '100%',
    height: '100%',
    flexDirection: 'column',
    padding: '56px 72px 52px',
    backgroundColor: colours.surface,
    borderBottom: `12px solid ${colours.accent}`,
  };
  return box(style, dir, [...behind, wordmark(dir), ...content]);
}

/** Returns a container with the given text direction. */
export function box(style: Style, dir: Direction, children: readonly Node[]): Node {
  return {
    type: 'container',
    dir,
    style: { display: 'flex', direction: dir, ...style },
    children: [...children],
  };
}

/** Returns a text in its own direction, aligned to the start of the picture’s direction. */
export function textBlock(text: SetText, style: Style, dir: Direction): Node {
  return {
    type: 'text',
    text: text.text,
    dir: text.dir,
    ...(text.lang === undefined ? {} : { lang: text.lang }),
    style: {
      direction: text.dir,
      textAlign: dir === 'rtl' ? 'right' : 'left',
      fontFamily: text.families.map((name) => `"${name}"`).join(', '),
      overflowWrap: 'anywhere',
      wordBreak: /\p{Script=Hangul}/u.test(text.text) ? 'keep-all' : 'normal',
      textWrap: 'balance',
      textOverflow: 'ellipsis',
      ...style,
    },
  };
}

/** Returns a number or a sign. */
export function label(text: string, style: Style): Node {
  return { type: 'text', text, style: { fontFamily: '"noto-sans"', ...style } };
}

/** Returns the mark of a GPT, as in `parts/gptMark.ts`. */
export function markPicture({ id, hue, glyph }: Mark): Node {
  const degrees = markHues[hue] ?? 0;
  const pattern = oklchToHex(...markColours.pattern, degrees);
  const line = oklchToHex(...markColours.glyph, degrees);
  return {
    type: 'container',
    style: {
      width: markSize,
      height: markSize,
      flexShrink: 0,
      borderRadius: 52,
      overflow: 'hidden',
      backgroundColor: oklchToHex(...markColours.ground, degrees),
    },
    children: [
      svg(
        `<path fill="${pattern}" d="${patternOf(id)}"/>` +
          `<g transform="translate(5 5) scale(${14 / 24})">${glyphMarkup(glyph, line)}</g>`,
        markSize,
      ),
    ],
  };
}

/** Returns the logo, large and faint, for the end of a picture with little text. */
export function faintSign(dir: Direction): Node {
  const side = dir === 'rtl' ? { left: 40 } : { right: 40 };
  const style: Style = { display: 'flex', position: 'absolute', top: 96, ...side };
  return { type: 'container', style, children: [svg(sign(oklchToHex(0.945, 0.022, 352)), 440)] };
}

function wordmark(dir: Direction): Node {
  return box({ flexDirection: 'row', alignItems: 'center', gap: 14 }, dir, [
    svg(sign(oklchToHex(0.455, 0.17, 352)), 44),
    label('Dolores', { fontSize: 36, fontWeight: 700, color: colours.ink, lineHeight: 1.2 }),
  ]);
}

function sign(fill: string): string {
  return `<path fill="${fill}" d="M3 2h8a10 10 0 0 1 0 20H3v-9h5v4h3a5 5 0 0 0 0-10H3z"/>`;
}

function svg(content: string, size: number): Node {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="${size}" height="${size}">${content}</svg>`;
  return { type: 'image', src: Buffer.from(text), width: size, height: size };
}

/** Converts an OKLCH colour to sRGB for SVG (Björn Ottosson, “A perceptual color space”, 2020). */
function oklchToHex(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  return `#${linear.map((value) => toHex(gamma(value))).join('')}`;
}

function gamma(value: number): number {
  return value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
}

function toHex(value: number): string {
  const byte = Math.round(Math.min(1, Math.max(0, value)) * 255);
  return byte.toString(16).padStart(2, '0');
}
