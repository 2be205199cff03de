import type { SearchSource } from '#contract/search/aiSearch.ts';
import { languageTags } from '#domain/languages/languages.ts';
import { joinDate } from '#i18n/joinDate.ts';
import { useText } from '#islands/shared/text.tsx';

/** Host and date of a source, with a warning if the date is old or unknown. */
export function SourceFacts({ source }: { source: SearchSource }) {
  const { t, language } = useText();
  const { host, date, age } = source;
  return (
    <span className="flex flex-wrap gap-x-2 text-14 text-soft">
      <bdi>{host}</bdi>
      {date !== null && <time dateTime={date}>{dateText(date, languageTags[language])}</time>}
      {age !== 'recent' && (
        <span className="font-medium text-warning">{t(`chat.search.age.${age}`)}</span>
      )}
    </span>
  );
}

function dateText(date: string, tag: string): string {
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });
  return joinDate(format.format(new Date(date)));
}
