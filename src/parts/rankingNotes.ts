import { countedConversationsPerUserAndDay, growthRateFloor } from '#domain/ranking.ts';
import type { StillSpan } from '#domain/ranking.ts';
import { formatOf } from '#i18n/format.ts';
import { freshnessTexts } from '#i18n/rankingFreshness.ts';
import type { Texts } from '#i18n/texts.ts';
import { type Markup, markup } from '#parts/markup.ts';

export type RankingNotes = {
  /** Whether all chats of all time are counted, or the growth in a period. */
  isAllTime: boolean;
  hasEstimates: boolean;
  /** A sentence about the chats that its numbers contain. */
  contains: string | null;
  /** The newest imported day, and spans in which a source reported no change. */
  fresh: { dataUntil: string | null; still: readonly StillSpan[] };
  frozen: string | null;
  /** The file of its numbers. */
  download: { href: string; name: string } | null;
};

/** Returns how a ranking is counted, what its numbers contain, and the link to its file. Needs the texts `ranking.*`. */
export function rankingNotes(
  { language, t }: Texts,
  { isAllTime, hasEstimates, contains, fresh, frozen, download }: RankingNotes,
): Markup {
  const how = isAllTime
    ? [t('ranking.how.all')]
    : [
        t('ranking.how.timed', { floor: growthRateFloor }),
        t('ranking.how.new', { most: countedConversationsPerUserAndDay }),
      ];
  const freshness = freshnessTexts(fresh, language, t).join(' ');
  const counted = frozen && t('ranking.note.frozen', { day: formatOf(language).day(frozen) });
  return markup`
    <section class="ranking-notes">
      ${hasEstimates && paragraph(t('ranking.note.estimated'))}
      <h2>${t('ranking.how.title')}</h2>
      ${how.map(paragraph)}
      ${contains && paragraph(contains)}
      ${freshness && paragraph(freshness)}
      ${counted && paragraph(counted)}
      ${download && markup`<p><a href="${download.href}" download="${download.name}">${t('ranking.download')}</a></p>`}
    </section>`;
}

/** Returns the sentence about the chats of all GPTs in a period. */
export function sumsText(
  { t }: Texts,
  { own, imported }: { own: number; imported: number },
): string {
  return t('ranking.note.sums', { total: own + imported, own, imported });
}

function paragraph(text: string): Markup {
  return markup`<p>${text}</p>`;
}
