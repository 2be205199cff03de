/** The size of a sparkline's box. Small whole numbers keep the HTML of a hundred sparklines short. */
export const sparklineWidth = 88;
export const sparklineHeight = 10;

/**
 * Returns the SVG path of a line through `values`, oldest first, over the whole width: 0 at the bottom, the highest value
 * at the top. Returns an empty text for fewer than two values.
 */
export function sparklinePath(values: readonly number[]): string {
  if (values.length < 2) return '';
  const highest = Math.max(...values, 1);
  const xs = values.map((_, index) => Math.round((index * sparklineWidth) / (values.length - 1)));
  const ys = values.map((value) => Math.round(sparklineHeight * (1 - value / highest)));
  const steps = values.slice(1).map((_, index) => {
    const across = (xs[index + 1] ?? 0) - (xs[index] ?? 0);
    const down = (ys[index + 1] ?? 0) - (ys[index] ?? 0);
    return `${across}${down < 0 ? '' : ' '}${down}`;
  });
  return `M0 ${ys[0]}l${steps.join(' ')}`;
}
