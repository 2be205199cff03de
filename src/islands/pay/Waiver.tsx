import { useText } from '#islands/shared/text.tsx';
import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'input'>, 'onChange'> & {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
};

/** The buyer's consent to get the credits at once, which the law requires. */
export function Waiver({ isChecked, onChange, ...input }: Props) {
  const { t } = useText();
  return (
    <label className="flex cursor-pointer items-start gap-3 text-14 text-soft">
      <input
        type="checkbox"
        className="mt-0.5 size-4 flex-none accent-accent"
        checked={isChecked}
        required
        {...input}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{t('pay.new.waiver')}</span>
    </label>
  );
}
