import { hashOf } from '#domain/hash.ts';

/** The two-tone mark of a GPT without a picture: one of eight hues and an SVG path in a field of 24 by 24. */
export type Mark = { hue: number; path: string };

/** What may stand in each quarter of the field, drawn from the quarter’s upper left corner. */
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

/** The mark of an id: always the same one, and rarely another’s. */
export function markOf(id: string): Mark {
  const hash = hashOf(id);
  const path = corners
    .map((corner, index) => corner + (shapes[(hash >>> (3 + index * 7)) % shapes.length] ?? ''))
    .join('');
  return { hue: hash % 8, path };
}
