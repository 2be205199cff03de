import { useText } from '#islands/shared/text.tsx';

/** Marks the position of the name in the text. */
const mark = '\n';

/** The heading of an empty chat. `textKey` is the key of a text with the value `name`. */
export function WelcomeTitle({ name, textKey }: { name: string; textKey: string }) {
  const { t } = useText();
  const [before, after] = t(textKey, { name: mark }).split(mark);
  return (
    <h1 tabIndex={-1} className="text-28 max-md:text-22">
      <span>{before}</span>
      {/* A name that fits into one line is not broken at its hyphens. */}
      <span className="inline-block">{name}</span>
      <span>{after}</span>
    </h1>
  );
}
