import { momentsOf } from '#i18n/moments.ts';
import { useText } from '#islands/shared/text.tsx';

/** The time of a message in short form, with the full date as a tooltip. */
export function MessageTime({ created }: { created: string }) {
  const { language } = useText();
  const moments = momentsOf(language);
  const date = new Date(created);
  return (
    <time dateTime={created} title={moments.full(date)} className="text-12 text-faint tabular-nums">
      {moments.short(date)}
    </time>
  );
}
