type Option<Value extends string> = { value: Value; title: string; text?: string };

type Props<Value extends string> = {
  legend: string;
  name: string;
  options: readonly Option<Value>[];
  chosen: Value | undefined;
  onChoose: (value: Value) => void;
  columns?: 'one' | 'two';
};

/** Radio buttons in boxes, each with a title and a text below it. */
export function RadioGroup<Value extends string>(props: Props<Value>) {
  const { legend, name, options, chosen, onChoose, columns = 'one' } = props;
  return (
    <fieldset>
      <legend className="mb-2 text-14 font-medium">{legend}</legend>
      <div className={columns === 'two' ? 'grid grid-cols-2 gap-2' : 'grid gap-2'}>
        {options.map(({ value, title, text }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-small border border-line-strong bg-surface px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              className="size-4 flex-none accent-accent"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            <span>
              <span className="block font-medium">{title}</span>
              {text !== undefined && <span className="block text-14 text-soft">{text}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
