import { type Glyph, glyphOf } from '#domain/gpts/glyphs.ts';
import { categorySlug, labelSlug } from '#domain/gpts/gpts.ts';
import { hashOf } from '#domain/hash.ts';
import { ownValue } from '#domain/ownValue.ts';

/**
 * The generated picture of a GPT: one of eight hues by its category, a glyph by its topic, and a background pattern by its
 * id (`patternOf`).
 */
export type Mark = { id: string; hue: number; glyph: Glyph };

/** The fields of a GPT that its mark is made from. */
export type MarkSource = {
  id: string;
  name: string;
  categories: readonly string[];
  tags: readonly string[];
};

/** Hues by category. Related categories have the same hue; neighbours in the row of categories have different ones. */
const hues: Readonly<Record<string, number>> = {
  writing: 0,
  design: 0,
  'art-and-design': 0,
  marketing: 1,
  lifestyle: 1,
  music: 1,
  'food-and-drink': 2,
  fun: 2,
  entertainment: 2,
  'law-and-money': 3,
  law: 3,
  business: 3,
  finance: 3,
  health: 4,
  'health-and-fitness': 4,
  productivity: 4,
  language: 5,
  travel: 5,
  communication: 5,
  education: 6,
  research: 6,
  programming: 7,
  data: 7,
};

const wordOfName = /[\p{Letter}\p{Number}]+/gu;

/** Returns the mark of a GPT. Tags count before words of the name, because authors choose tags for the topic. */
export function markOf({ id, name, categories, tags }: MarkSource): Mark {
  const [first] = categories;
  const category = first === undefined ? undefined : categorySlug(first);
  const words = [
    ...tags.map((tag) => labelSlug(tag).replaceAll(' ', '-')),
    ...(name.toLowerCase().match(wordOfName) ?? []),
  ];
  const known = ownValue(hues, category ?? '');
  const hue = known ?? hashOf(category ?? id) % 8;
  return { id, hue, glyph: glyphOf(words, category) };
}

/** The shapes of a quarter of the pattern, as SVG paths from the quarter’s upper left corner. */
const shapes = [
  'h12a12 12 0 0 1-12 12z',
  'm12 0v12a12 12 0 0 1-12-12z',
  'm12 12h-12a12 12 0 0 1 12-12z',
  'm0 12v-12a12 12 0 0 1 12 12z',
  'a12 12 0 0 1 12 12a12 12 0 0 1-12-12z',
  'm12 0a12 12 0 0 1-12 12a12 12 0 0 1 12-12z',
  'm6 1a5 5 0 1 0 0 10a5 5 0 1 0 0-10z',
] as const;

const corners = ['M0 0', 'M12 0', 'M0 12', 'M12 12'] as const;

/** Returns the pattern of an id as an SVG path in a box of 24 by 24. It depends only on the id. */
export function patternOf(id: string): string {
  const hash = hashOf(id);
  return corners
    .map((corner, index) => corner + (shapes[(hash >>> (3 + index * 7)) % shapes.length] ?? ''))
    .join('');
}
