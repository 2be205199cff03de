import type { Language } from '#domain/languages.ts';
import { fillPage } from '#elements/fillPage.ts';
import { cloneTemplate, marked } from '#elements/missing/templates.ts';
import { translate } from '#i18n/browser.ts';
import {
  type AnsweredRanking,
  periodRange,
  rankingHead,
  rankingPageParts,
} from '#i18n/rankingPage.ts';
import { placeParts } from '#i18n/rankingParts.ts';
import { $askedRanking, type AskedRanking, loadRanking } from '#stores/ranking.ts';

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
  document.title = rankingHead(ranking, language, t).title;
  place.replaceChildren(root);
}

function showFailed(place: HTMLElement): void {
  const part = cloneTemplate('failed');
  if (!part) return;
  part.querySelector('[data-fill="retry"]')?.setAttribute('href', location.href);
  marked(place, 'head').replaceChildren(part);
}
