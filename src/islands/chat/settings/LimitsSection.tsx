import { RetryNote } from '#islands/chat/controls/RetryNote.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { Problem } from '#islands/shared/Problem.tsx';
import { field } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import type { CreditLimitState } from '#contract/credits/limits.ts';
import { languageTags } from '#domain/languages/languages.ts';
import {
  $creditLimits,
  $limitsSync,
  type LimitFields,
  type LimitName,
  editCreditLimits,
  limitProblem,
  loadCreditLimits,
  saveCreditLimits,
} from '#stores/account/creditLimits.ts';
import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useState } from 'react';

/** The limits that the user sets for a day and a month, and the balance below which a mail is sent. */
export function LimitsSection() {
  const { t } = useText();
  const loaded = useStore($creditLimits);
  const sync = useStore($limitsSync);
  useEffect(() => void loadCreditLimits(), []);
  if (loaded) return <LimitsForm loaded={loaded} />;
  return sync.state === 'failed' ? (
    <RetryNote problem={sync.problem} onRetry={() => void loadCreditLimits()} />
  ) : (
    <p className="text-soft">{t('chat.loading')}</p>
  );
}

function LimitsForm({ loaded: { limits, spent } }: { loaded: CreditLimitState }) {
  const { t, language } = useText();
  const sync = useStore($limitsSync);
  /** The typed texts. A field without one shows the stored limit. */
  const [typed, setTyped] = useState<Partial<LimitFields>>({});
  const valueOf = (name: LimitName): string => typed[name] ?? limits[name]?.toString() ?? '';
  const shared = (name: LimitName) => ({
    name,
    value: valueOf(name),
    onChange: (text: string) => {
      setTyped({ ...typed, [name]: text });
      editCreditLimits();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void saveCreditLimits({
      per_day: valueOf('per_day'),
      per_month: valueOf('per_month'),
      low_mark: valueOf('low_mark'),
    });
  };
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={submit}>
      <p className="text-14 text-soft">
        {t('settings.limits.explanation', { time: midnightUtc(languageTags[language]) })}
      </p>
      <LimitField
        {...shared('per_day')}
        label={t('settings.limits.perDay')}
        hint={t('settings.limits.spentDay', { spent: spent.day })}
      />
      <LimitField
        {...shared('per_month')}
        label={t('settings.limits.perMonth')}
        hint={t('settings.limits.spentMonth', { spent: spent.month })}
      />
      <LimitField
        {...shared('low_mark')}
        label={t('settings.limits.low')}
        hint={t('settings.limits.lowHint')}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button look="quiet" aria-disabled={sync.state === 'saving'} onClick={submit}>
          {t('settings.limits.save')}
        </Button>
        <output className="text-14 text-soft">
          {sync.state === 'ready' && sync.isSaved && <span>{t('settings.limits.saved')}</span>}
        </output>
        <Problem problem={sync.state === 'failed' ? sync.problem : undefined} />
      </div>
    </form>
  );
}

type FieldProps = {
  name: LimitName;
  label: string;
  hint: string;
  value: string;
  onChange: (text: string) => void;
};

function LimitField({ name, label, hint, value, onChange }: FieldProps) {
  const { t } = useText();
  const problem = limitProblem(value);
  const id = `limit-${name}`;
  return (
    <div>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        name={name}
        className={`${field} mt-1 block max-w-[14rem] tabular-nums`}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        placeholder={t(name === 'low_mark' ? 'settings.limits.noMail' : 'settings.limits.none')}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint ${id}-problem`}
        onChange={(event) => onChange(event.target.value)}
      />
      <Problem id={`${id}-problem`} problem={problem} className="mt-1" />
      <p id={`${id}-hint`} className="mt-1 text-14 text-soft tabular-nums">
        {hint}
      </p>
    </div>
  );
}

/** Returns the user's time of the day at midnight UTC. */
function midnightUtc(tag: string): string {
  const today = new Date();
  today.setUTCHours(0, 0, 0, 0);
  return new Intl.DateTimeFormat(tag, { timeStyle: 'short' }).format(today);
}
