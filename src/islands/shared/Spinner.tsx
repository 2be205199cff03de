/** The spinner of the specification: centred, with a label below it. */
export function Spinner({ label }: { label: string }) {
  return (
    <output className="flex min-h-40 flex-col items-center justify-center gap-3">
      <span
        aria-hidden="true"
        className="size-7 animate-spin rounded-full border-2 border-line border-t-accent"
      />
      <span className="text-14 text-soft">{label}</span>
    </output>
  );
}
