import { formatOf } from '#i18n/format.ts';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { UsageState } from '#stores/account/creditUsage.ts';
import { $models, titleOfModel } from '#stores/models/models.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';

type Shown = NonNullable<UsageState['shown']>;

/** Rows that are shown at first. */
const rowsAtFirst = 10;

/** The numbers of the usage: days and months with questions, newest first; GPTs and models with a bar. */
export function UsageTable({ shown: { by, items } }: { shown: Shown }) {
  const { t, language } = useText();
  const { number } = formatOf(language);
  const toName = useName(by);
  const [isWhole, setWhole] = useState(false);
  const isInTime = by === 'day' || by === 'month';
  const rows = isInTime ? items.filter(({ questions }) => questions > 0).toReversed() : items;
  const most = Math.max(1, ...rows.map(({ credits }) => credits));
  return (
    <div className="min-w-0">
      <table className="w-full table-fixed text-14 tabular-nums">
        <thead>
          <tr className="border-b border-line text-left">
            <th scope="col" className="py-2 font-medium">
              {t(`settings.usage.${by}`)}
            </th>
            <th scope="col" className="w-24 py-2 text-right font-medium">
              {t('settings.usage.questions')}
            </th>
            <th scope="col" className="w-24 py-2 text-right font-medium">
              {t('settings.usage.credits')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, isWhole ? undefined : rowsAtFirst).map((row) => (
            <tr key={row.key} className="border-b border-line">
              <th scope="row" className="py-2 text-left font-normal">
                <span className="block truncate" dir="auto">
                  {toName(row)}
                </span>
                {!isInTime && <Bar share={row.credits / most} />}
              </th>
              <td className="py-2 text-right align-top">{number(row.questions)}</td>
              <td className="py-2 text-right align-top">{number(row.credits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isWhole && rows.length > rowsAtFirst && (
        <Button look="quiet" className="mt-3" onClick={() => setWhole(true)}>
          {t('settings.usage.all', { rows: rows.length })}
        </Button>
      )}
    </div>
  );
}

function Bar({ share }: { share: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className="mt-1 block h-1.5 w-full"
    >
      <rect width={share * 100} height={4} className="fill-accent" />
    </svg>
  );
}

/** Returns a function that names a row in the page's language. */
function useName(by: Shown['by']): (row: Shown['items'][number]) => string {
  const { t, language } = useText();
  const { models } = useStore($models);
  const { day, month } = formatOf(language);
  return ({ key, name }) => {
    if (key === null) return t(by === 'gpt' ? 'settings.usage.noGpt' : 'settings.usage.unknown');
    if (by === 'day') return day(key);
    if (by === 'month') return month(key);
    if (by === 'gpt') return name ?? key;
    return titleOfModel(models, key);
  };
}
