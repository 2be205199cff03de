export type Colour = { red: number; green: number; blue: number; alpha: number };

/** The names with which pages hide a text; others are compared as words. */
const named: Readonly<Record<string, string>> = {
  white: 'ffffff',
  snow: 'fffafa',
  ivory: 'fffff0',
  whitesmoke: 'f5f5f5',
  ghostwhite: 'f8f8ff',
  floralwhite: 'fffaf0',
  mintcream: 'f5fffa',
  azure: 'f0ffff',
  aliceblue: 'f0f8ff',
  seashell: 'fff5ee',
  lavenderblush: 'fff0f5',
  honeydew: 'f0fff0',
  black: '000000',
  transparent: '00000000',
};

/** Returns the colour of a CSS value; `undefined` for notations that are not read. */
export function readColour(value: string): Colour | undefined {
  const hex = /^#?([\da-f]{3,8})$/.exec(named[value] ?? value)?.[1];
  if (hex !== undefined) return hexColour(hex);
  const [, notation = '', content = ''] =
    /^(rgba?|hsla?|oklch|oklab|lch|lab)\(([^()]*)\)/.exec(value) ?? [];
  const [one = 0, two = 0, three = 0, alpha = 1] = numbersIn(content);
  if (notation.startsWith('rgb')) {
    const factor = /^\s*[\d.]+%/.test(content) ? 255 : 1;
    return { red: one * factor, green: two * factor, blue: three * factor, alpha };
  }
  if (notation.startsWith('hsl')) return hslColour(one, two, three, alpha);
  // Only white and black are the same in all notations of lightness.
  const light = notation.startsWith('ok') ? one : /^\s*[\d.]+%/.test(content) ? one : one / 100;
  if (notation === '' || (light > 0.02 && light < 0.98)) return undefined;
  const grey = light * 255;
  return { red: grey, green: grey, blue: grey, alpha };
}

/** The most that a channel of two colours differs, of 255, whose text is unreadable. */
const nearBy = 24;

export function isNearColour(one: Colour, other: Colour): boolean {
  return (
    Math.abs(one.red - other.red) <= nearBy &&
    Math.abs(one.green - other.green) <= nearBy &&
    Math.abs(one.blue - other.blue) <= nearBy
  );
}

function hexColour(hex: string): Colour {
  const whole = hex.length <= 4 ? hex.replace(/./g, '$&$&') : hex;
  const [red = 0, green = 0, blue = 0, alpha = 255] = (whole.match(/../g) ?? []).map((two) =>
    Number.parseInt(two, 16),
  );
  return { red, green, blue, alpha: alpha / 255 };
}

/** Returns the numbers of a colour; percentages as shares of one. */
function numbersIn(content: string): number[] {
  return [...content.matchAll(/([\d.]+)(%?)/g)].map(([, digits, percent]) =>
    percent === '%' ? Number(digits) / 100 : Number(digits),
  );
}

function hslColour(hue: number, saturation: number, light: number, alpha: number): Colour {
  const range = saturation * Math.min(light, 1 - light);
  const channel = (offset: number) => {
    const step = (offset + hue / 30) % 12;
    return 255 * (light - range * Math.max(-1, Math.min(step - 3, 9 - step, 1)));
  };
  return { red: channel(0), green: channel(8), blue: channel(4), alpha };
}
