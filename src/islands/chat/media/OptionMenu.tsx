import { field } from '#islands/shared/classes.ts';

type Props<Value extends string | number> = {
  label: string;
  values: readonly Value[];
  chosen: Value;
  nameOf: (value: Value) => string;
  onChoose: (value: Value) => void;
};

/** A menu of values with a label above it. */
export function OptionMenu<Value extends string | number>(props: Props<Value>) {
  const { label, values, chosen, nameOf, onChoose } = props;
  const choose = (text: string): void => {
    const value = values.find((one) => String(one) === text);
    if (value !== undefined) onChoose(value);
  };
  return (
    <label className="grid min-w-28 gap-0.5 text-12 text-soft">
      <span className="max-md:sr-only">{label}</span>
      <select
        className={field}
        value={String(chosen)}
        onChange={({ target }) => choose(target.value)}
      >
        {values.map((value) => (
          <option key={value} value={String(value)}>
            {nameOf(value)}
          </option>
        ))}
      </select>
    </label>
  );
}
