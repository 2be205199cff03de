import { formatOf } from '#i18n/format.ts';
import { useText } from '#islands/shared/text.tsx';
import type { UsageState } from '#stores/account/creditUsage.ts';

/** The width of a bar with its gap, and the height of the chart, in units of the drawing. */
const step = 10;
const height = 100;

type Props = {
  shown: NonNullable<UsageState['shown']>;
  /** The chart in one sentence. The table below has its numbers. */
  label: string;
};

/** The credits of days or months as bars, with the highest value and the ends of the time. */
export function UsageChart({ shown: { by, items }, label }: Props) {
  const { language } = useText();
  const { day, month, number } = formatOf(language);
  const toName = by === 'month' ? month : day;
  const most = Math.max(1, ...items.map(({ credits }) => credits));
  const [first, last] = [items[0]?.key ?? '', items.at(-1)?.key ?? ''];
  return (
    <figure className="min-w-0 text-12 text-faint tabular-nums">
      <p aria-hidden="true">{number(most)}</p>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${items.length * step} ${height}`}
        preserveAspectRatio="none"
        className="block h-32 w-full border-y border-line"
      >
        {items.map(({ key, credits }, index) => (
          <rect
            key={key}
            x={index * step + 1}
            width={step - 2}
            y={height - (credits / most) * height}
            height={(credits / most) * height}
            className="fill-accent"
          >
            <title>{`${toName(key ?? '')}: ${number(credits)}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption aria-hidden="true" className="flex justify-between gap-4">
        <span>{toName(first)}</span>
        {last !== first && <span>{toName(last)}</span>}
      </figcaption>
    </figure>
  );
}
