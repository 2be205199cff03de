import { type UsageSpan, usageGroups, usageSpans } from '#domain/credits/creditUsage.ts';
import { formatOf } from '#i18n/format.ts';
import { RetryNote } from '#islands/chat/controls/RetryNote.tsx';
import { RadioOption } from '#islands/chat/settings/RadioOption.tsx';
import { UsageChart } from '#islands/chat/settings/UsageChart.tsx';
import { UsageTable } from '#islands/chat/settings/UsageTable.tsx';
import { field } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import {
  $creditUsage,
  type AskedUsage,
  type UsageState,
  loadCreditUsage,
  usageFileAddress,
} from '#stores/account/creditUsage.ts';
import { useStore } from '@nanostores/react';
import { Download } from 'lucide-react';
import { useEffect } from 'react';

/** Costs of questions by day, month, GPT or model: a chart, its table, and a file. */
export function UsageDetails() {
  const { t } = useText();
  const { asked, shown, problem } = useStore($creditUsage);
  useEffect(() => void loadCreditUsage(), []);
  return (
    <div className="grid gap-4">
      <p className="text-14 text-soft">{t('settings.usage.explanation')}</p>
      <Choice asked={asked} />
      {problem && <RetryNote problem={problem} onRetry={() => void loadCreditUsage()} />}
      {!shown && !problem && <p className="text-soft">{t('chat.loading')}</p>}
      {shown && <Result shown={shown} />}
    </div>
  );
}

function Choice({ asked }: { asked: AskedUsage }) {
  const { t } = useText();
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <fieldset className="min-w-0">
        <legend className="mb-1 font-medium">{t('settings.usage.by')}</legend>
        <div className="flex flex-wrap gap-2">
          {usageGroups.map((by) => (
            <RadioOption
              key={by}
              group="usage-by"
              chosen={by === asked.by}
              onChoose={() => void loadCreditUsage({ ...asked, by })}
            >
              {t(`settings.usage.${by}`)}
            </RadioOption>
          ))}
        </div>
      </fieldset>
      <label className="grid gap-1 font-medium">
        <span>{t('settings.usage.period')}</span>
        <select
          className={`${field} min-h-11 font-normal`}
          value={asked.days}
          onChange={({ target }) =>
            void loadCreditUsage({ ...asked, days: Number(target.value) as UsageSpan })
          }
        >
          {usageSpans.map((days) => (
            <option key={days} value={days}>
              {t('settings.usage.days', { count: days })}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function Result({ shown }: { shown: NonNullable<UsageState['shown']> }) {
  const { t, language } = useText();
  const { number } = formatOf(language);
  const questions = shown.items.reduce((sum, row) => sum + row.questions, 0);
  const credits = shown.items.reduce((sum, row) => sum + row.credits, 0);
  if (questions === 0) return <p className="text-soft">{t('settings.usage.none')}</p>;
  const total = t('settings.usage.total', {
    credits: number(credits),
    questions: number(questions),
  });
  return (
    <>
      <output className="font-medium tabular-nums">{total}</output>
      {(shown.by === 'day' || shown.by === 'month') && <UsageChart shown={shown} label={total} />}
      <UsageTable key={`${shown.by} ${shown.days}`} shown={shown} />
      <a className="button button-quiet w-fit" href={usageFileAddress(shown)} download>
        <Download aria-hidden="true" size={16} />
        <span>{t('settings.usage.file')}</span>
      </a>
    </>
  );
}
