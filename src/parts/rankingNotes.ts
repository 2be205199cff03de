import { helpPath } from '#domain/help/helpPaths.ts';
import { growthRateFloor } from '#domain/ranking/formula.ts';
import {
  type StillSpan,
  type TimedRange,
  countedConversationsPerUserAndDay,
} from '#domain/ranking/ranking.ts';
import { formatOf } from '#i18n/format.ts';
import { freshnessTexts } from '#i18n/rankingFreshness.ts';
import type { Texts } from '#i18n/texts.ts';
import { type Markup, markup } from '#parts/markup.ts';

/** The id of the section, to which the heading of the page links. */
export const countedId = 'counted';

export type RankingNotes = {
  /** The range of the counted period; `null` if all chats of all time are counted. */
  range: TimedRange | null;
  hasEstimates: boolean;
  /** A sentence about the chats that its numbers contain. */
  contains: string | null;
  /** The newest imported day, and spans in which a source reported no change. */
  freshness: { dataUntil: string | null; still: readonly StillSpan[] };
  /** The day on which the period was frozen. */
  frozen: string | null;
  /** The file with its numbers. */
  download: { href: string; name: string } | null;
};

/**
 * Returns how a ranking is counted, what its numbers contain, and the link to its file. Needs the texts `ranking.*`.
 */
export function rankingNotes(
  { language, t }: Texts,
  { range, hasEstimates, contains, freshness, frozen, download }: RankingNotes,
): Markup {
  const rules =
    range === null
      ? [t('ranking.how.all')]
      : [
          t(`ranking.how.timed.${range}`, { floor: growthRateFloor }),
          t('ranking.how.new', { most: countedConversationsPerUserAndDay }),
        ];
  const dataNotes = freshnessTexts(freshness, language, t).join(' ');
  const counted = frozen && t('ranking.note.frozen', { day: formatOf(language).day(frozen) });
  return markup`
    <section class="ranking-notes" id="${countedId}" tabindex="-1">
      ${hasEstimates && paragraph(t('ranking.note.estimated'))}
      <h2>${t('ranking.how.title')}</h2>
      ${rules.map(paragraph)}
      ${contains && paragraph(contains)}
      ${dataNotes && paragraph(dataNotes)}
      ${counted && paragraph(counted)}
      <p><a href="${helpPath(language, 'reading-the-rankings')}">${t('ranking.how.help')}</a></p>
      ${download && markup`<p><a href="${download.href}" download="${download.name}">${t('ranking.download')}</a></p>`}
    </section>`;
}

/** Returns the link from the head of the page to these notes. */
export function countedLink({ t }: Texts): Markup {
  return markup`<a class="text-accent underline underline-offset-2" href="#${countedId}">${t('ranking.how.title')}</a>`;
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
