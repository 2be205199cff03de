import { periodOf } from '#domain/ranking/ranking.ts';
import { drawHead } from '#elements/missing/drawHead.ts';
import { type RankingResponse, rankingHead } from '#i18n/rankingPage.ts';
import type { Texts } from '#i18n/texts.ts';
import { serverBusy } from '#parts/serverBusy.ts';
import { missingRanking, unrankedPeriod } from '#parts/missingRanking.ts';
import { loadRecord } from '#stores/ranking/loadRecord.ts';
import { $ranking, type RankingState, loadRanking } from '#stores/ranking/ranking.ts';
import { rankingFile } from '#stores/ranking/rankingFile.ts';

type Range = RankingResponse['range'];
type Found = Extract<RankingState, { state: 'found' }>;

const ranges: readonly Range[] = ['daily', 'weekly', 'monthly', 'categories'];

/**
 * Shows a ranking that has no page in the release, or the reason why it is not shown. For an unknown range the page
 * stays as it is.
 */
export async function showRanking(
  page: HTMLElement,
  texts: Texts,
  rangeName = '',
  time = '',
): Promise<void> {
  const range = ranges.find((known) => known === rangeName);
  if (range === undefined) return;
  await loadRanking(range, time);
  const asked = $ranking.get();
  if (asked.state === 'found') await showFound(page, texts, range, time, asked);
  else if (asked.state === 'unknown') showUnranked(page, texts, range, time, asked);
  else if (asked.state === 'failed') drawHead(page, serverBusy(texts, location.href));
}

async function showFound(
  page: HTMLElement,
  texts: Texts,
  range: Range,
  time: string,
  { items, ...found }: Found,
): Promise<void> {
  const record = await loadRecord(range, found.period.value);
  const ranking = { ...found, range, time };
  const download = {
    href: downloadUrl(range, time, { items, period: found.period }),
    name: `dolores-ranking-${range}-${time}.json`,
  };
  document.title = rankingHead(ranking, texts.language, texts.t).title;
  const records = record && {
    licence: record.licence,
    areRemoved: record.records.length === 0,
  };
  page.innerHTML = missingRanking(texts, ranking, items, { download, records }).html;
}

/** Returns the URL of a file with the numbers of the ranking. It is created here because the release has none. */
function downloadUrl(range: Range, time: string, found: Pick<Found, 'items' | 'period'>): string {
  const file = JSON.stringify(rankingFile(range, time, found, location.origin), null, 2);
  return URL.createObjectURL(new Blob([file], { type: 'application/json' }));
}

/** Shows the message that a period has no ranking. For an address without a valid period the page stays as it is. */
function showUnranked(
  page: HTMLElement,
  texts: Texts,
  range: Range,
  value: string,
  { previous, next }: Extract<RankingState, { state: 'unknown' }>,
): void {
  const time = range === 'categories' ? undefined : periodOf(range, value);
  if (time === undefined) return;
  drawHead(page, unrankedPeriod(texts, { range, previous, next, time }));
  document.title = `${page.querySelector('h1')?.textContent ?? ''} · Dolores`;
}
