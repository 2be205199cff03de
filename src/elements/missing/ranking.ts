import type { Language } from '#domain/languages.ts';
import { periodOf } from '#domain/ranking.ts';
import { rankingPath } from '#domain/urls.ts';
import { fillPage } from '#elements/fillPage.ts';
import { cloneTemplate, fillSentence, marked } from '#elements/missing/templates.ts';
import { translate } from '#i18n/browser.ts';
import {
  type AnsweredRanking,
  periodRange,
  rankingHead,
  rankingNeighbours,
  rankingPageParts,
} from '#i18n/rankingPage.ts';
import { periodName } from '#i18n/periods.ts';
import { placeParts } from '#i18n/rankingParts.ts';
import { $askedRanking, type AskedRanking, loadRanking } from '#stores/gpts/ranking.ts';
import { rankingFile } from '#stores/gpts/rankingFile.ts';

type Range = AnsweredRanking['range'];
type Found = Extract<AskedRanking, { state: 'found' }>;

const ranges: readonly Range[] = ['daily', 'weekly', 'monthly', 'categories'];

/** Shows a ranking that the site has no page of, or that it could not be had. An unknown one changes nothing. */
export async function showRanking(
  place: HTMLElement,
  language: Language,
  named = '',
  time = '',
): Promise<void> {
  const range = ranges.find((known) => known === named);
  if (range === undefined) return;
  await loadRanking(range, time);
  const asked = $askedRanking.get();
  if (asked.state === 'found') showFound(place, language, range, time, asked);
  else if (asked.state === 'unknown') showUnranked(place, language, range, time, asked);
  else if (asked.state === 'failed') showFailed(place);
}

function showFound(
  place: HTMLElement,
  language: Language,
  range: Range,
  time: string,
  { items, ...found }: Found,
): void {
  const page = cloneTemplate('ranking');
  if (!page) return;
  const root = marked(page, 'page');
  const t = translate(JSON.parse(root.dataset['messages'] ?? '{}'), language);
  const hasEstimates = items.some((item) => item.is_estimated);
  const ranking = { ...found, range, time, hasEstimates };
  const rows = marked(root, 'rows');
  const pattern = rows.firstElementChild;
  rows.replaceChildren(
    ...items.map((item) => {
      const row = pattern?.cloneNode(true) as HTMLElement;
      fillPage(row, placeParts(item, periodRange(range), language, t));
      return row;
    }),
  );
  fillPage(root, rankingPageParts(ranking, language, t));
  offerFile(root, range, time, { items, ...found });
  document.title = rankingHead(ranking, language, t).title;
  place.replaceChildren(root);
}

/** The release has no file of these numbers, so it is made here of what the server answered. */
function offerFile(root: HTMLElement, range: Range, time: string, found: Found): void {
  const file = JSON.stringify(rankingFile(range, time, found, location.origin), null, 2);
  const link = marked(root, 'download');
  link.setAttribute('href', URL.createObjectURL(new Blob([file], { type: 'application/json' })));
  link.setAttribute('download', `dolores-ranking-${range}-${time}.json`);
}

/** Says which period has no ranking, and leads to the nearest ones that have. What names no period changes nothing. */
function showUnranked(
  place: HTMLElement,
  language: Language,
  range: Range,
  time: string,
  { previous, next }: Extract<AskedRanking, { state: 'unknown' }>,
): void {
  const period = range === 'categories' ? undefined : periodOf(range, time);
  const part = cloneTemplate('unranked');
  if (!part || period === undefined) return;
  const heading = marked(part, 'heading');
  const name = periodName(language, periodRange(range), period);
  heading.textContent = fillSentence(heading.textContent, { period: name });
  const nearest = rankingNeighbours({ range, previous, next }, language);
  fillPage(marked(part, 'nearest'), nearest);
  marked(part, 'ranking').setAttribute('href', rankingPath(language, range));
  if (range !== 'daily') marked(part, 'otherDay').remove();
  document.title = `${heading.textContent} · Dolores`;
  marked(place, 'head').replaceChildren(part);
}

function showFailed(place: HTMLElement): void {
  const part = cloneTemplate('failed');
  if (!part) return;
  part.querySelector('[data-fill="retry"]')?.setAttribute('href', location.href);
  marked(place, 'head').replaceChildren(part);
}
