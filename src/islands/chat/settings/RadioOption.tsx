type Props = {
  group: string;
  chosen: boolean;
  onChoose: () => void;
  lang?: string;
  children: string;
};

/** A radio button with its label in a box. */
export function RadioOption({ group, chosen, onChoose, lang, children }: Props) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-small border border-line bg-raised px-4 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name={group}
        className="accent-(--accent)"
        checked={chosen}
        onChange={onChoose}
      />
      <span lang={lang}>{children}</span>
    </label>
  );
}
