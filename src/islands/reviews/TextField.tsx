import { field } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { type ReactNode, useId } from 'react';

type Props = {
  label: string;
  /** Shown below the field, next to the counter. */
  hint?: ReactNode;
  text: string;
  most: number;
  rows: number;
  describedBy: string;
  onEdit: (text: string) => void;
};

/** A text of several lines with a counter. It accepts longer texts than can be saved, so that no pasted text is cut. */
export function TextField({ label, hint, text, most, rows, describedBy, onEdit }: Props) {
  const { t } = useText();
  const id = useId();
  const { length } = text.trim();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-14 font-medium">
        {label}
      </label>
      <textarea
        id={id}
        className={`${field} py-2`}
        rows={rows}
        dir="auto"
        value={text}
        onChange={(event) => onEdit(event.target.value)}
        aria-invalid={length > most}
        aria-describedby={`${id}-hint ${describedBy}`}
      />
      <p id={`${id}-hint`} className="field-hint">
        <span>{hint}</span>
        <span className={length > most ? 'text-negative' : ''}>
          {t('reviews.own.length', { length, most })}
        </span>
      </p>
    </div>
  );
}
