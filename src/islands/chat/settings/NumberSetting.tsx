import { field } from '#islands/shared/classes.ts';
import { Problem } from '#islands/shared/Problem.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Message } from '#stores/browser/message.ts';
import { useId } from 'react';

type Props = {
  name: string;
  label: string;
  hint: string;
  /** The typed text. If it is empty, the model's default applies. */
  value: string;
  problem: Message | undefined;
  /** Shows a slider next to the field. */
  range?: { min: number; max: number; step: number };
  onChange: (value: string) => void;
};

/** A field for a number, with its problem below. An empty field means the model's default. */
export function NumberSetting({ name, label, hint, value, problem, range, onChange }: Props) {
  const { t } = useText();
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div className="mt-1 flex flex-wrap items-center gap-x-3">
        <input
          id={id}
          name={name}
          className={`${field} max-w-[14rem] tabular-nums`}
          inputMode={range ? 'decimal' : 'numeric'}
          autoComplete="off"
          value={value}
          placeholder={t('conversations.settings.byModel')}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-hint ${id}-problem`}
          onChange={(event) => onChange(event.target.value)}
        />
        {range && (
          <input
            type="range"
            {...range}
            className={`h-11 min-w-32 flex-1 accent-(--accent) ${value === '' ? 'opacity-50' : ''}`}
            value={value === '' ? 1 : value.replace(',', '.')}
            aria-label={label}
            aria-valuetext={value === '' ? t('conversations.settings.byModel') : value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </div>
      <Problem id={`${id}-problem`} problem={problem} className="mt-1" />
      <p id={`${id}-hint`} className="mt-1 text-14 text-soft">
        {hint}
      </p>
    </div>
  );
}
