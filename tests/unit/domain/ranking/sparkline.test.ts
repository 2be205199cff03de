import { describe, expect, it } from 'vitest';
import { sparklineHeight, sparklinePath, sparklineWidth } from '#domain/ranking/sparkline.ts';
import { Random } from '../../../setup/random.ts';

/** The points that a path leads through. */
function pointsOf(path: string): { x: number; y: number }[] {
  const [, start = '', steps = ''] = /^M0 (\d+)l(.+)$/.exec(path) ?? [];
  const points = [{ x: 0, y: Number(start) }];
  for (const [, across = '', down = ''] of steps.matchAll(/(\d+) ?(-?\d+)/g)) {
    const { x, y } = points.at(-1) ?? { x: 0, y: 0 };
    points.push({ x: x + Number(across), y: y + Number(down) });
  }
  return points;
}

describe('a sparkline', () => {
  it('is drawn in whole steps', () => {
    expect(sparklinePath([0, 5, 10])).toBe(`M0 10l44-5 44-5`);
    expect(sparklinePath([3, 0])).toBe('M0 0l88 10');
  });

  it('is flat at the bottom without growth, and missing for a single value', () => {
    expect(sparklinePath([0, 0, 0])).toBe('M0 10l44 0 44 0');
    expect([sparklinePath([7]), sparklinePath([])]).toEqual(['', '']);
  });

  it('leads from edge to edge through a point for each value', () => {
    const random = new Random(7);
    for (let round = 0; round < 500; round += 1) {
      const values = Array.from({ length: random.whole(2, 12) }, () =>
        random.whole(0, 10 ** random.whole(0, 7)),
      );
      const highest = Math.max(...values, 1);
      const points = pointsOf(sparklinePath(values));
      expect(points.map(({ y }) => y)).toEqual(
        values.map((value) => Math.round(sparklineHeight * (1 - value / highest))),
      );
      expect(points.at(-1)?.x).toBe(sparklineWidth);
      expect(points.length).toBe(values.length);
    }
  });
});
