import { priceText } from '#islands/chat/models/priceEach.ts';
import { useText } from '#islands/shared/text.tsx';
import { useId } from 'react';

type Props<Value extends string | number> = {
  label: string;
  values: readonly Value[];
  chosen: Value;
  nameOf: (value: Value) => string;
  /** Returns the price in credits with this value. */
  priceOf: (value: Value) => number;
  onChoose: (value: Value) => void;
};

/** Radio buttons for values of different prices, each with its price. */
export function PricedOptions<Value extends string | number>(props: Props<Value>) {
  const { label, values, chosen, nameOf, priceOf, onChoose } = props;
  const { t } = useText();
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-0.5 text-12 text-soft max-md:sr-only">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {values.map((value) => (
          <label
            key={value}
            className="grid min-h-10 cursor-pointer content-center rounded-small border border-line-strong bg-surface px-3 text-14 leading-tight has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent touch:min-h-11"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            <span>{nameOf(value)}</span>
            <span className="text-12 tabular-nums">{priceText(t, priceOf(value))}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
