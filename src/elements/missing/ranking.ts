import { periodOf } from '#domain/ranking.ts';
import { drawPart } from '#elements/drawPart.ts';
import { type AnsweredRanking, rankingHead } from '#i18n/rankingPage.ts';
import type { Texts } from '#i18n/texts.ts';
import { serverBusy } from '#parts/serverBusy.ts';
import { missingRanking, unrankedPeriod } from '#parts/missingRanking.ts';
import { $ranking, type RankingState, loadRanking } from '#stores/gpts/ranking.ts';
import { rankingFile } from '#stores/gpts/rankingFile.ts';

type Range = AnsweredRanking['range'];
type Found = Extract<RankingState, { state: 'found' }>;

const ranges: readonly Range[] = ['daily', 'weekly', 'monthly', 'categories'];

/** Shows a ranking that the release does not have, or why it is not shown. An unknown address changes nothing. */
export async function showRanking(
  page: HTMLElement,
  texts: Texts,
  named = '',
  time = '',
): Promise<void> {
  const range = ranges.find((known) => known === named);
  if (range === undefined) return;
  await loadRanking(range, time);
  const asked = $ranking.get();
  if (asked.state === 'found') showFound(page, texts, range, time, asked);
  else if (asked.state === 'unknown') showUnranked(page, texts, range, time, asked);
  else if (asked.state === 'failed') drawPart(page, 'head', serverBusy(texts, location.href));
}

function showFound(
  page: HTMLElement,
  texts: Texts,
  range: Range,
  time: string,
  { items, ...found }: Found,
): void {
  const ranking = { ...found, range, time };
  const download = {
    href: fileOf(range, time, { items, ...found }),
    name: `dolores-ranking-${range}-${time}.json`,
  };
  document.title = rankingHead(ranking, texts.language, texts.t).title;
  page.innerHTML = missingRanking(texts, ranking, items, download).html;
}

/** Returns the address of a file of these numbers, made here because the release has none. */
function fileOf(range: Range, time: string, found: Found): string {
  const file = JSON.stringify(rankingFile(range, time, found, location.origin), null, 2);
  return URL.createObjectURL(new Blob([file], { type: 'application/json' }));
}

/** Says which period has no ranking. An address that names no period changes nothing. */
function showUnranked(
  page: HTMLElement,
  texts: Texts,
  range: Range,
  value: string,
  { previous, next }: Extract<RankingState, { state: 'unknown' }>,
): void {
  const time = range === 'categories' ? undefined : periodOf(range, value);
  if (time === undefined) return;
  drawPart(page, 'head', unrankedPeriod(texts, { range, previous, next, time }));
  document.title = `${page.querySelector('h1')?.textContent ?? ''} · Dolores`;
}
